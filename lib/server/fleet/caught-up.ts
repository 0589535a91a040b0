import type { FleetReader } from "./fleet-reader";

/** Whoever waits for the same fleet waits together: the work is done once, and others have their turn between two slices of it. */
const waiting = new WeakMap<object, Promise<void>>();

/** Resolves once all that fell due by now is evaluated: nothing that is read then is what it was a moment before. */
export function caughtUp(fleet: Pick<FleetReader, "catchUp">): Promise<void> {
  const known = waiting.get(fleet);
  if (known !== undefined) return known;
  if (fleet.catchUp()) return Promise.resolve();
  const caught = catchUp(fleet).finally(() => waiting.delete(fleet));
  waiting.set(fleet, caught);
  return caught;
}

async function catchUp(fleet: Pick<FleetReader, "catchUp">): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (!fleet.catchUp());
}
