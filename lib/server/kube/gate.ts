/** Lets so many in at once; the others wait in order. `enter` answers with what to call when leaving. */
export function createGate(size: number): { enter(): Promise<() => void> } {
  let free = size;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    async enter() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return leave;
    },
  };
}
