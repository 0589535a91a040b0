/** Where a node stands. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The line from the right side of a node to the left side of another, level at both ends, as an SVG path. */
export function edgePath(from: Placed, to: Placed): string {
  const [x, y] = [from.x + from.width, from.y + from.height / 2];
  const end = to.y + to.height / 2;
  const middle = (x + to.x) / 2;
  return `M${x} ${y}C${middle} ${y} ${middle} ${end} ${to.x} ${end}`;
}
