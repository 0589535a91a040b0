import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** The counts of a list of services; `ServicesHead` has them. */
export interface CountedServices {
  readonly total: number;
  /** Services that select machines, or should: their number, and the number of those whose machines are all serving. */
  readonly withMachines: number;
  readonly complete: number;
  /** Services without an endpoint: their number, and the first few. */
  readonly nobody: number;
  readonly nobodyNames: readonly string[];
  readonly claimedTwice: number;
  /** Services with unverified machines that callers are sent. */
  readonly unverified: number;
  /** Objects that select machines. */
  readonly services: number;
  readonly serviceEntries: number;
  /** Services whose Pods are not visible. */
  readonly podsUnseen: number;
  /** Services whose EndpointSlices are not visible. */
  readonly addressesUnseen: number;
  /** Services with machines in other networks whose gateways are not all visible. */
  readonly pathsUnseen: number;
  /** True if a cluster of the list has ambient mode. The counts hold for sidecars. */
  readonly isForSidecars: boolean;
}

/** Machines that no selector matches, of the `told` machines for which all selectors are visible. */
export interface UnselectedMachines {
  readonly machines: number;
  readonly told: number;
  readonly untold: number;
}

/** `count` of `total` services with machines have every machine that they select. */
export interface ServicesComplete extends Statement {
  readonly kind: "services-complete";
  readonly count: number;
  readonly total: number;
  readonly withoutEndpoint: number;
  /** The host names of the services without an endpoint, if all of them are known. */
  readonly names: readonly string[];
  /** Machines that no service selects; null = not counted yet. */
  readonly unselected: number | null;
}

/** Makes the headline of a list of services. `unselected` null = machines of no service are not counted yet. */
export function servicesComplete(services: CountedServices, unselected: UnselectedMachines | null): ServicesComplete {
  const { complete: count, withMachines: total, nobody, nobodyNames } = services;
  const names = nobody <= nobodyNames.length ? nobodyNames : [];
  return { kind: "services-complete", count, total, withoutEndpoint: nobody, names, unselected: unselected?.machines ?? null };
}

/** Kubernetes objects that select machines. */
interface ServicesSelecting extends Statement {
  readonly kind: "services-selecting";
  readonly services: number;
  readonly serviceEntries: number;
  readonly tone: null;
}

/** `count` of `total` machines belong to a service. */
interface MachinesSelected extends Statement {
  readonly kind: "machines-selected";
  readonly count: number;
  readonly total: number;
  readonly tone: null;
}

interface ServicesCount extends Statement {
  readonly kind:
    | "services-without-machines"
    | "services-in-conflict"
    | "services-unverified"
    | "services-pods-hidden"
    | "services-slices-hidden"
    | "services-gateways-hidden"
    | "machines-selectors-hidden";
  readonly count: number;
  readonly tone: Tone | null;
}

/** The mesh has ambient mode, and the endpoints are those of sidecars. */
interface ServicesForSidecars extends Statement {
  readonly kind: "services-for-sidecars";
  readonly tone: null;
}

/** A part of the second line of a list of services. */
export type ServicesLine = ServicesSelecting | MachinesSelected | ServicesCount | ServicesForSidecars;

/** The second line of a list of services. */
export function servicesLine(list: CountedServices, unselected: UnselectedMachines | null): readonly ServicesLine[] {
  const { services, serviceEntries, claimedTwice, unverified, podsUnseen, addressesUnseen, pathsUnseen, total, withMachines } = list;
  const { machines, told, untold } = unselected ?? { machines: 0, told: 0, untold: 0 };
  return [
    ...(services + serviceEntries > 0 ? [{ kind: "services-selecting", services, serviceEntries, tone: null } as const] : []),
    ...(told > 0 ? [{ kind: "machines-selected", count: told - machines, total: told, tone: null } as const] : []),
    ...counted("services-without-machines", total - withMachines, null),
    ...counted("services-in-conflict", claimedTwice, "warn"),
    ...counted("services-unverified", unverified, "blind"),
    ...counted("services-pods-hidden", podsUnseen, "blind"),
    ...counted("services-slices-hidden", addressesUnseen, "blind"),
    ...counted("services-gateways-hidden", pathsUnseen, "blind"),
    ...counted("machines-selectors-hidden", untold, "blind"),
    ...(list.isForSidecars && withMachines > 0 ? [{ kind: "services-for-sidecars", tone: null } as const] : []),
  ];
}

function counted(kind: ServicesCount["kind"], count: number, tone: Tone | null): readonly ServicesCount[] {
  return count === 0 ? [] : [{ kind, count, tone }];
}
