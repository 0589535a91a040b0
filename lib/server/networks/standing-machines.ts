import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { MachineNetworks } from "./machine-networks";

/** How long what nobody reads is kept, so that a page and its stream share the first look at every machine. Milliseconds. */
const IDLE_MS = 20_000;

interface Held {
  readonly machines: MachineNetworks;
  readers: number;
  idleSince: number;
}

const standing = new WeakMap<FleetReader, Held>();

/** The machines of a fleet by their networks, one for all who read them, and how to give them back. */
export function standingMachines(fleet: FleetReader): { readonly machines: MachineNetworks; close(): void } {
  const known = standing.get(fleet);
  // One that nobody read for long is made anew: to follow every change until somebody comes would cost more.
  const held = known !== undefined && !isIdle(fleet, known) ? known : { machines: new MachineNetworks(fleet), readers: 0, idleSince: 0 };
  if (held !== known) known?.machines.close();
  standing.set(fleet, held);
  held.readers++;
  let isOpen = true;
  return {
    machines: held.machines,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      held.readers--;
      held.idleSince = fleet.now();
    },
  };
}

function isIdle(fleet: FleetReader, { readers, idleSince }: Held): boolean {
  return readers === 0 && fleet.now() - idleSince >= IDLE_MS;
}
