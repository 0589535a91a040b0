import type { Scope } from "@/lib/domain/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { UnselectedMachines } from "./unselected-machines";

/** How long one that nobody reads is kept, so that a page and its stream share the first look at every machine. Milliseconds. */
const IDLE_MS = 20_000;

interface Held {
  readonly machines: UnselectedMachines;
  readers: number;
  idleSince: number;
}

const standing = new WeakMap<FleetReader, Map<string, Held>>();

/** The unselected machines of a scope, one for all who read them, and how to give them back. */
export function standingUnselected(fleet: FleetReader, scope: Scope): { readonly machines: UnselectedMachines; close(): void } {
  const all = standing.get(fleet) ?? new Map<string, Held>();
  standing.set(fleet, all);
  forgetIdle(fleet, all);
  const held = all.get(scope.key) ?? { machines: new UnselectedMachines(fleet, scope), readers: 0, idleSince: 0 };
  all.set(scope.key, held);
  held.readers++;
  let open = true;
  return {
    machines: held.machines,
    close: () => {
      if (!open) return;
      open = false;
      held.readers--;
      held.idleSince = fleet.now();
      forgetIdle(fleet, all);
    },
  };
}

function forgetIdle(fleet: FleetReader, all: Map<string, Held>): void {
  for (const [key, { machines, readers, idleSince }] of all) {
    if (readers > 0 || fleet.now() - idleSince < IDLE_MS) continue;
    machines.close();
    all.delete(key);
  }
}
