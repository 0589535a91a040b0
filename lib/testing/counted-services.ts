import type { CountedService } from "@/lib/domain/statements/service";
import type { CountedServices } from "@/lib/domain/statements/services";

/** The machines of a service that selects none. */
export const NO_COUNTED_MACHINES: NonNullable<CountedService["machines"]> = {
  ...{ taken: 0, answering: 0, doubted: 0, unhealthy: 0, awaiting: 0, draining: 0, others: 0 },
  ...{ notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0, depends: 0 },
};

/** A ServiceEntry `checkout` without endpoints, with changes. */
export function aCountedService(own: Partial<CountedService> = {}): CountedService {
  return {
    ...{
      kind: "ServiceEntry",
      name: "checkout",
      seenFrom: { kind: "sidecar" },
      isForSidecars: false,
      hasUnseenPaths: false,
      type: "ClusterIP",
      selector: [],
      machines: NO_COUNTED_MACHINES,
    },
    ...{
      pods: { taken: 0, ready: 0, depends: 0 },
      inline: { count: 0, written: 0, depends: 0 },
      names: 0,
      copies: { machines: 0, pods: 0, inline: 0, addresses: 0 },
      addresses: { taken: 0, ready: 0, doubted: 0 },
      owner: null,
      claims: [],
      excluded: [],
      vanished: null,
    },
    ...own,
  };
}

/** A list of 24 services, all of them with every machine that they select, with changes. */
export function aCountedList(own: Partial<CountedServices> = {}): CountedServices {
  return {
    ...{ total: 24, withMachines: 24, complete: 24, nobody: 0, nobodyNames: [], claimedTwice: 0, unverified: 0 },
    ...{ services: 19, serviceEntries: 5, podsUnseen: 0, addressesUnseen: 0, pathsUnseen: 0, isForSidecars: false },
    ...own,
  };
}
