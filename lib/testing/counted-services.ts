import type { CountedService } from "@/lib/domain/statements/service";

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
      type: "ClusterIP",
      selector: [],
      machines: NO_COUNTED_MACHINES,
    },
    ...{
      pods: { taken: 0, ready: 0, depends: 0 },
      inline: { count: 0, written: 0, depends: 0 },
      names: 0,
      addresses: { taken: 0, ready: 0, doubted: 0 },
      owner: null,
      claims: [],
      excluded: [],
      vanished: null,
    },
    ...own,
  };
}
