/** A patch as JSON: view, frame number, edits of the head, edits of rows by index, order of the rows. 0 = no such part. */
type Patch = readonly [view: number, frame: number, head: Edits | 0, set: Readonly<Record<string, Edits>> | 0, order: Edits | 0];
type Edits = readonly unknown[];

/** Larger than any number of rows or parts. */
const MISSING = 100_000;

/**
 * The ways to damage a patch so that it is still JSON, but fits no view: each names a thing that does not exist, or gives two rows one id. A damaged value, as
 * in `"up"` for `"down"`, is not among them: no reader can detect it. Null = the patch has no such part.
 */
const DAMAGES: Readonly<Record<string, (patch: Patch) => Patch | null>> = {
  "the number of another frame": ([view, frame, ...parts]) => [view, frame + 1, ...parts],
  "an edit of no part of the head": ([view, frame, head, ...rows]) => (head === 0 ? null : [view, frame, moved(head, 0), ...rows]),
  "an edit of no part of a row": ([view, frame, head, set, order]) => {
    const [[at, edits] = []] = Object.entries(set);
    return at === undefined || edits === undefined ? null : [view, frame, head, { ...(set || {}), [at]: moved(edits, 0) }, order];
  },
  "an edit of no row": ([view, frame, head, set, order]) => (set === 0 ? null : [view, frame, head, { ...set, [MISSING]: [1, "x"] }, order]),
  "a range that begins after the last row": inOrder((order, at) => moved(order, at)),
  "a range that ends after the last row": inOrder((order, at) => moved(order, at + 1)),
  "a row twice": inOrder((order, at) => [...order, order[at], 1]),
  "a new row that is the row above": inOrder((order) => [...order, []]),
  "a reference to no text": ([view, frame, head, set, order]) => {
    const at = order === 0 ? -1 : order.findIndex(Array.isArray);
    return order === 0 || at < 0 ? null : [view, frame, head, set, order.with(at, [1, [MISSING, 0]])];
  },
};

/** Returns a patch, as JSON text, in each damaged form that it can have, by the name of the damage. */
export function damagedPatches(patch: string): ReadonlyMap<string, string> {
  const [view, frame, head = 0, set = 0, order = 0]: Partial<Patch> = JSON.parse(patch);
  return new Map(
    Object.entries(DAMAGES).flatMap(([name, damage]) => {
      const damaged = damage([view ?? 0, frame ?? 0, head, set, order]);
      return damaged === null ? [] : [[name, JSON.stringify(damaged)] as const];
    }),
  );
}

/** Damages the order of the rows at its first range. */
function inOrder(damage: (order: Edits, at: number) => Edits): (patch: Patch) => Patch | null {
  return ([view, frame, head, set, order]) => {
    const at = order === 0 ? -1 : order.findIndex((item) => typeof item === "number");
    return order === 0 || at < 0 ? null : [view, frame, head, set, damage(order, at)];
  };
}

function moved(numbers: Edits, at: number): Edits {
  return numbers.with(at, Number(numbers[at]) + MISSING);
}
