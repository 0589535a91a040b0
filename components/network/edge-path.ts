/** A line through points, round at each between the ends, as an SVG path. */
export function edgePath(points: readonly (readonly [x: number, y: number])[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return "";
  const start = `M${first.join(" ")}`;
  if (rest.length === 0) return `${start}L${last.join(" ")}`;
  const turns = rest.map((point, at) => {
    const next = rest[at + 1];
    const end = next === undefined ? last : [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2];
    return `Q${point.join(" ")} ${end.join(" ")}`;
  });
  return `${start}${turns.join("")}`;
}
