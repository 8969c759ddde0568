// Names of elements as a school book writes them: "angle:RTS" is ∠RTS, "line:AB" is AB.

const PREFIXES = { line: "", label: "", point: "", polygon: "", angle: "∠", triangle: "△" };

export function wordsOf(element) {
  const [kind, name] = element.split(/:(.*)/s);
  return `${PREFIXES[kind] ?? `${kind} `}${name}`;
}

const KINDS = { lines: "line", angles: "angle", arcs: "arc", labels: "label" };

/** The elements of a record of highlights {lines, angles, arcs, labels}. */
export function elementsOf(highlights) {
  return Object.entries(KINDS).flatMap(([plural, kind]) => (highlights[plural] ?? []).map((name) => `${kind}:${name}`));
}
