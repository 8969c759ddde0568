// Elements of a page, made and kept: what has the focus is never made anew.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element. Properties that begin with "on" are listeners, the others attributes; undefined and false leave them out. */
export function make(name, properties = {}, ...children) {
  return filled(document.createElement(name), properties, children);
}

export function makeSvg(name, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, name), properties, children);
}

function filled(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Show items in a container, an element each: one that is there already is updated, and moved only where it must. */
export function keyed(container, items, keyOf, makeItem, update) {
  const known = new Map([...container.children].map((each) => [each.dataset.key, each]));
  const wanted = new Map();
  for (const item of items) wanted.set(keyOf(item), item);
  for (const [key, element] of known) if (!wanted.has(key)) element.remove();
  let before = null;
  for (const [key, item] of wanted) {
    let element = known.get(key);
    if (!element) {
      element = makeItem(item);
      element.dataset.key = key;
    }
    update(element, item);
    const place = before ? before.nextSibling : container.firstChild;
    if (place !== element) container.insertBefore(element, place);
    before = element;
  }
}

/** Set a field's value, unless somebody is typing in it. */
export function setValue(field, value) {
  if (field !== document.activeElement && field.value !== value) field.value = value;
}
