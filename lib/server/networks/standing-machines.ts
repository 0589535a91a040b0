import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { MachineNetworks } from "./machine-networks";

/** How long what nobody reads is kept, so that a page and its stream share the first look at every machine. Milliseconds. */
const IDLE_MS = 20_000;

interface Held {
  readonly machines: MachineNetworks;
  readers: number;
  /** Set while nobody reads it: when it fires, every change of a machine is followed no longer. */
  idle: NodeJS.Timeout | undefined;
}

const standing = new WeakMap<FleetReader, Held>();

/** The machines of a fleet by their networks, one for all who read them, and how to give them back. */
export function standingMachines(fleet: FleetReader): { readonly machines: MachineNetworks; close(): void } {
  const held = standing.get(fleet) ?? { machines: new MachineNetworks(fleet), readers: 0, idle: undefined };
  standing.set(fleet, held);
  clearTimeout(held.idle);
  held.readers++;
  let isOpen = true;
  return {
    machines: held.machines,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      held.readers--;
      if (held.readers === 0) held.idle = setTimeout(() => forget(fleet, held), IDLE_MS).unref();
    },
  };
}

/** To follow every change until somebody comes again would cost more than to look at all machines once more. */
function forget(fleet: FleetReader, { machines }: Held): void {
  standing.delete(fleet);
  machines.close();
}
