// Strokes and named parts as SVG, in pixels of the picture. Green is a solid stroke as wide as the pressure, brown a dashed line:
// the two are told apart without colour, and by a number where both are in use (as in gnomon.drawing).
import { getStroke } from "./vendor/perfect-freehand/perfect-freehand.mjs";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 8; // pixels of the picture, about drawing.THEME.highlight_width: under a line, and narrower than a letter
const TAGS = { green: "1", brown: "2" };
const TAG_RADIUS = 8.5; // drawing.THEME.tag_radius

/** A path element for a stroke. */
export function strokePath(stroke) {
  const path = document.createElementNS(SVG, "path");
  redraw(path, stroke);
  return path;
}

/** Bring a path up to date with a stroke that grows. */
export function redraw(path, { pen, points }) {
  if (points.length === 1) {
    path.classList.add("dot"); // a tap is a dot in either pen
    const [x, y] = points[0];
    const r = WIDTH / 2;
    path.setAttribute("d", `M${x - r} ${y}a${r} ${r} 0 1 0 ${WIDTH} 0a${r} ${r} 0 1 0 ${-WIDTH} 0Z`);
    return;
  }
  path.classList.remove("dot");
  if (pen === "brown") {
    const pressure = points.reduce((sum, point) => sum + point[2], 0) / points.length;
    path.setAttribute("stroke-width", (WIDTH * (0.6 + 0.8 * pressure)).toFixed(1)); // 0.5, a mouse's pressure, gives WIDTH
    path.setAttribute("d", `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`);
  } else {
    const outline = getStroke(points, { size: WIDTH, thinning: 0.4, smoothing: 0.4, streamline: 0, simulatePressure: false, last: true });
    path.setAttribute("d", `M${outline.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`);
  }
}

/** The numbers beside items, where both pens are in use. */
export function tags(items, spotsOf) {
  if (new Set(items.map((item) => item.pen)).size < 2) return [];
  const taken = [];
  return items.map((item) => {
    const spots = spotsOf(item);
    // Sides of one angle are often drawn from its corner: a tag hides no other.
    const isFree = ([x, y]) => taken.every(([u, v]) => Math.hypot(x - u, y - v) > 2 * TAG_RADIUS);
    const spot = spots.find(isFree) ?? spots[0];
    taken.push(spot);
    return tag(item.pen, spot);
  });
}

function tag(pen, [x, y]) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `pen-tag ${pen}`);
  const disc = document.createElementNS(SVG, "circle");
  const [cx, cy] = [Math.max(x - 12, TAG_RADIUS), Math.max(y - 12, TAG_RADIUS)]; // up and left of a start, inside the picture
  for (const [name, value] of Object.entries({ cx, cy, r: TAG_RADIUS })) disc.setAttribute(name, value);
  const number = document.createElementNS(SVG, "text");
  number.setAttribute("x", cx);
  number.setAttribute("y", cy + 4);
  number.textContent = TAGS[pen];
  group.append(disc, number);
  return group;
}

/** Distance in pixels of the picture from a place to a stroke. */
export function distance({ points }, [x, y]) {
  let least = Infinity;
  for (let i = 0; i < points.length; i += 1) {
    const [[ax, ay], [bx, by]] = [points[i], points[Math.min(i + 1, points.length - 1)]];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return least;
}
