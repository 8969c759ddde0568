// Points of the picture or of the figure, and what is done to them: moved, named, added, removed, joined.

export const NAME = /^[A-Z][0-9'′]*$/;

/** The points that a name such as "AB1C" is made of. */
export const namesIn = (text) => text.match(/[A-Z][0-9'′]*/g) ?? [];

/** Whether the points are those of the picture; else they are those of the drawn figure. */
export const onPicture = (editor) => Boolean(editor.state.value.picture) && editor.state.value.is_read;

/** The points that are shown, each with name, x, y in pixels of what it is shown on, and whether it is sure. */
export function points(editor) {
  const { shown } = editor.work;
  const edit = editor.state.value;
  if (onPicture(editor)) {
    const read = (shown?.overlay?.points ?? []).filter((each) => !edit.removed.includes(each.name));
    const known = new Map(read.map((each) => [each.name, each]));
    for (const [name, [x, y]] of Object.entries(edit.moved)) known.set(name, { name, x, y, is_sure: true });
    return [...known.values()];
  }
  return Object.entries(shown?.figure?.spots ?? {}).map(([name, [x, y]]) => ({ name, x, y, is_sure: true }));
}

/** The segments that are drawn, each as a pair of points. */
export function segments(editor) {
  if (onPicture(editor)) return pairsOf(editor.work.shown?.overlay?.lines ?? []);
  return editor.work.shown?.figure?.entry.lines ?? [];
}

const pairsOf = (lines) => lines.map((line) => namesIn(line.name)).filter((pair) => pair.length === 2);

/** Change the figure's own coordinates, beginning with those that are shown. */
function inFigure(editor, what, work) {
  const entry = editor.work.shown?.figure?.entry;
  editor.state.change(what, (edit) => {
    edit.figure ??= structuredClone(entry ?? { points: {}, lines: [], circles: [], labels: [], hidden: [] });
    // What is shown may have been fitted to the facts since: what is moved is moved from there.
    if (entry) edit.figure.points = { ...structuredClone(entry.points), ...missing(edit.figure.points, entry.points) };
    work(edit.figure);
  });
}

const missing = (points, known) => Object.fromEntries(Object.entries(points).filter(([name]) => !(name in known)));

export function movePoint(editor, name, x, y) {
  if (onPicture(editor)) {
    editor.state.change(`move ${name}`, (edit) => {
      edit.moved[name] = [rounded(x), rounded(y)];
    });
    return;
  }
  const { spots, scale, entry } = editor.work.shown.figure;
  const [fromX, fromY] = spots[name];
  const [atX, atY] = entry.points[name];
  inFigure(editor, `move ${name}`, (figure) => {
    figure.points[name] = [atX + (x - fromX) / scale, atY - (y - fromY) / scale];
  });
}

const rounded = (value) => Math.round(value * 10) / 10;

export function addPoint(editor, name, x, y) {
  if (onPicture(editor)) {
    editor.state.change(`add ${name}`, (edit) => {
      edit.removed = edit.removed.filter((each) => each !== name);
      edit.moved[name] = [rounded(x), rounded(y)];
    });
    return;
  }
  const figure = editor.work.shown?.figure;
  inFigure(editor, `add ${name}`, (own) => {
    const [first] = Object.entries(figure?.spots ?? {});
    if (!first) own.points[name] = [0, 0];
    else {
      const [anchor, [fromX, fromY]] = first;
      const [atX, atY] = figure.entry.points[anchor];
      own.points[name] = [atX + (x - fromX) / figure.scale, atY - (y - fromY) / figure.scale];
    }
  });
}

export function removePoint(editor, name) {
  if (onPicture(editor)) {
    editor.state.change(`remove ${name}`, (edit) => {
      delete edit.moved[name];
      if (!edit.removed.includes(name)) edit.removed.push(name);
    });
    return;
  }
  inFigure(editor, `remove ${name}`, (figure) => {
    delete figure.points[name];
  });
}

/** Give a point another name; false where the name is none, or another point's. */
export function renamePoint(editor, old, name) {
  if (!NAME.test(name) || points(editor).some((each) => each.name === name)) return false;
  const other = (each) => (each === old ? name : each);
  if (onPicture(editor)) {
    editor.state.change(`name ${old}`, (edit) => {
      const read = Object.entries(edit.renamed).find(([, now]) => now === old)?.[0] ?? old;
      const isRead = (editor.work.shown?.overlay?.points ?? []).some((each) => each.name === old);
      if (isRead) edit.renamed[read] = name;
      if (edit.moved[old]) edit.moved[name] = edit.moved[old];
      delete edit.moved[old];
      edit.joined = edit.joined.map((pair) => pair.map(other));
      edit.parted = edit.parted.map((pair) => pair.map(other));
      edit.removed = edit.removed.filter((each) => each !== name);
    });
    return true;
  }
  inFigure(editor, `name ${old}`, (figure) => {
    figure.points = Object.fromEntries(Object.entries(figure.points).map(([each, at]) => [other(each), at]));
    figure.lines = figure.lines.map((line) => line.map(other));
    figure.circles = figure.circles.map((circle) => ({ ...circle, centre: other(circle.centre), points: circle.points.map(other) }));
    figure.hidden = figure.hidden.map(other);
  });
  return true;
}

const isPair = (one, [start, end]) => (one[0] === start && one[1] === end) || (one[0] === end && one[1] === start);

export function join(editor, pair) {
  if (onPicture(editor)) {
    editor.state.change("lines", (edit) => {
      edit.parted = edit.parted.filter((each) => !isPair(each, pair));
      if (!edit.joined.some((each) => isPair(each, pair))) edit.joined.push(pair);
    });
    return;
  }
  inFigure(editor, "lines", (figure) => figure.lines.push(pair));
}

export function part(editor, line) {
  if (onPicture(editor)) {
    editor.state.change("lines", (edit) => {
      edit.joined = edit.joined.filter((each) => !isPair(each, line));
      edit.parted.push(line);
    });
    return;
  }
  inFigure(editor, "lines", (figure) => {
    figure.lines = figure.lines.filter((each) => each.join(" ") !== line.join(" "));
  });
}
