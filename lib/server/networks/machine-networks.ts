import { type MachineReachabilityInput, type UnreachableReason, unreachableReasons } from "@/lib/domain/networks/unreachable-reasons";
import { NETWORK_LABEL, TLS_MODE_LABEL } from "@/lib/domain/selection/workload";
import { isUnverifiedClass } from "@/lib/domain/verdict/roll-up";
import { STATES } from "@/lib/domain/verdict/verdict";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

const RENEWED = ChangedParts.of("connectionTimes");

/** The machines of one namespace in one network. */
export interface NetworkCount {
  machines: number;
  /** In the order of STATES. */
  readonly counts: number[];
  unvouched: number;
  serving: number;
  doubted: number;
  /** Machines that can be read and would have a gap were there a gateway into their network; `unreachableReasonsWithoutGateway` says what of it holds where there is none. */
  readonly gaps: Map<EntryRef, readonly UnreachableReason[]>;
}

/**
 * The machines of a fleet by namespace and network, whoever asks: what a viewer sees is summed from the namespaces in his sight. After the first
 * look its cost follows what changed.
 */
export class MachineNetworks {
  readonly #places = new Map<FleetPlace, Map<string, NetworkCount>>();
  readonly #unhook: () => void;

  constructor(private readonly fleet: FleetReader) {
    for (const entry of fleet.entries()) this.#count(entry, 1);
    this.#unhook = fleet.subscribe({
      leaving: (entry, parts) => {
        if (!parts.isWithin(RENEWED)) this.#count(entry, -1);
      },
      entering: (entry, parts) => {
        if (!parts.isWithin(RENEWED)) this.#count(entry, 1);
      },
    });
  }

  /** Namespaces that hold machines, with their machines by network. */
  all(): Iterable<readonly [FleetPlace, ReadonlyMap<string, NetworkCount>]> {
    return this.#places;
  }

  close(): void {
    this.#unhook();
  }

  #count(entry: EntryRef, by: 1 | -1): void {
    const { place } = this.fleet.groupOf(entry);
    const networks = this.#places.get(place) ?? new Map<string, NetworkCount>();
    this.#places.set(place, networks);
    const machine = placedMachine(this.fleet, entry);
    const count = networks.get(machine.network) ?? noMachines();
    networks.set(machine.network, count);
    add(count, this.fleet, entry, by);
    const isRead = this.fleet.judged(entry).state !== "unreadable";
    const gaps = by === 1 && isRead ? unreachableReasons(machine, "in-network") : [];
    if (gaps.length > 0) count.gaps.set(entry, gaps);
    else count.gaps.delete(entry);
    if (count.machines === 0) networks.delete(machine.network);
    if (networks.size === 0) this.#places.delete(place);
  }
}

/** What of an entry decides whether callers of other networks are sent it. */
export function placedMachine(fleet: FleetReader, entry: EntryRef): MachineReachabilityInput {
  const { address, network } = fleet.endpoint(entry);
  return {
    ...{ address, network },
    networkLabel: fleet.label(entry, NETWORK_LABEL) ?? "",
    serviceAccount: fleet.trait(entry, "account"),
    tlsMode: fleet.label(entry, TLS_MODE_LABEL),
  };
}

function add(count: NetworkCount, fleet: FleetReader, entry: EntryRef, by: 1 | -1): void {
  const { state, vouched, servingClass } = fleet.judged(entry);
  const at = STATES.indexOf(state);
  count.machines += by;
  count.counts[at] = (count.counts[at] ?? 0) + by;
  if (state === "healthy" && !vouched) count.unvouched += by;
  if (servingClass === 1) count.serving += by;
  if (isUnverifiedClass(servingClass)) count.doubted += by;
}

/** Nobody, yet. */
export function noMachines(): NetworkCount {
  return { machines: 0, counts: STATES.map(() => 0), unvouched: 0, serving: 0, doubted: 0, gaps: new Map() };
}
