interface Identified {
  readonly id: string;
}

/** Rows in the order a reader is looking at, and how much the list has moved on without them. */
export interface HeldRows<R> {
  readonly rows: readonly R[];
  /** Ids among `rows` that are no longer in the list. */
  readonly gone: ReadonlySet<string>;
  /** How many rows came, left or changed places since. */
  readonly pending: number;
}

/** Keeps the order of `before` while its fields follow `now`: nothing moves under a pointer, and nothing shown is out of date but its place. */
export function heldRows<R extends Identified>(before: readonly R[], now: readonly R[]): HeldRows<R> {
  const current = new Map(now.map((row) => [row.id, row]));
  const held = new Set(before.map((row) => row.id));
  const rows = before.map((row) => current.get(row.id) ?? row);
  const gone = new Set(before.filter((row) => !current.has(row.id)).map((row) => row.id));
  const came = now.filter((row) => !held.has(row.id)).length;
  return { rows, gone, pending: came + gone.size + moved(before, now, held, current) };
}

function moved<R extends Identified>(before: readonly R[], now: readonly R[], held: ReadonlySet<string>, current: ReadonlyMap<string, R>): number {
  const stayed = before.filter((row) => current.has(row.id));
  const order = now.filter((row) => held.has(row.id));
  return order.filter((row, index) => row.id !== stayed[index]?.id).length;
}
