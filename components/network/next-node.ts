/** A node by its place, as far as keys look at it. */
export interface PlacedNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const STEPS = {
  ArrowRight: { along: "x", sign: 1 },
  ArrowLeft: { along: "x", sign: -1 },
  ArrowDown: { along: "y", sign: 1 },
  ArrowUp: { along: "y", sign: -1 },
} as const;

/** The node that an arrow key leads to from another: left and right to the next column, up and down within one; null where there is none, or it is another key. */
export function nextNode<N extends PlacedNode>(nodes: readonly N[], from: string, key: string): N | null {
  const here = nodes.find(({ id }) => id === from);
  if (here === undefined || !(key in STEPS)) return null;
  const { along, sign } = STEPS[key as keyof typeof STEPS];
  const [x, y] = centre(here);
  let best: { readonly node: N; readonly ahead: number; readonly aside: number } | null = null;
  for (const node of nodes) {
    const [dx, dy] = [centre(node)[0] - x, centre(node)[1] - y];
    const ahead = sign * (along === "x" ? dx : dy);
    const aside = Math.abs(along === "x" ? dy : dx);
    if (ahead <= 0 || (along === "y" && aside > here.width / 2)) continue;
    if (best === null || ahead < best.ahead || (ahead === best.ahead && aside < best.aside)) best = { node, ahead, aside };
  }
  return best?.node ?? null;
}

function centre({ x, y, width, height }: PlacedNode): readonly [x: number, y: number] {
  return [x + width / 2, y + height / 2];
}
