import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** The numbers of a list of services: the fields of `ServicesHead` that its statements use. */
export interface CountedServices {
  readonly total: number;
  /** The number of services that select machines, or should. `complete`: the number of those whose machines are all serving. */
  readonly withMachines: number;
  readonly complete: number;
  /** The number of services without an endpoint. `nobodyNames`: the first few of them. */
  readonly nobody: number;
  readonly nobodyNames: readonly string[];
  readonly claimedTwice: number;
  /** The number of services with unverified machines that callers get. */
  readonly unverified: number;
  /** The number of objects of kind Service that select machines, or should. `serviceEntries`: of kind ServiceEntry. */
  readonly services: number;
  readonly serviceEntries: number;
  /** The number of services whose Pods are not visible. */
  readonly podsUnseen: number;
  /** The number of services whose EndpointSlices are not visible. */
  readonly addressesUnseen: number;
  /** The number of services with machines in other networks whose gateways are not all visible. */
  readonly pathsUnseen: number;
  /** True if a cluster of the list has ambient mode. The numbers are then those of sidecars. */
  readonly isForSidecars: boolean;
}

/**
 * The number of machines that no selector matches, of `told` machines for which all selectors are visible. `untold`: the number of other machines.
 */
export interface UnselectedMachineCounts {
  readonly machines: number;
  readonly told: number;
  readonly untold: number;
}

/** The headline of a list of services: all machines of `count` of the `total` services with machines are serving. */
export interface ServicesStatement extends Statement {
  readonly kind: "services-complete";
  readonly count: number;
  readonly total: number;
  readonly withoutEndpoint: number;
  /** The host names of the services without an endpoint, if all of them are known. */
  readonly names: readonly string[];
  /** The number of machines that no service selects; null = not counted yet. */
  readonly unselected: number | null;
}

/** Makes the headline of a list of services. `unselected` null = machines of no service are not counted yet. */
export function servicesStatement(services: CountedServices, unselected: UnselectedMachineCounts | null): ServicesStatement {
  const { complete: count, withMachines: total, nobody, nobodyNames } = services;
  const names = nobody <= nobodyNames.length ? nobodyNames : [];
  return { kind: "services-complete", count, total, withoutEndpoint: nobody, names, unselected: unselected?.machines ?? null };
}

/** The numbers of Services and ServiceEntries that select machines. */
interface ServicesSelecting extends Statement {
  readonly kind: "services-selecting";
  readonly services: number;
  readonly serviceEntries: number;
  readonly tone: null;
}

/** The number of machines that a service selects, of `total` machines. */
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

/** The mesh has ambient mode, but the shown endpoints are those of sidecars. */
interface ServicesForSidecars extends Statement {
  readonly kind: "services-for-sidecars";
  readonly tone: null;
}

/** A part of the second line of a list of services. */
export type ServicesLinePart = ServicesSelecting | MachinesSelected | ServicesCount | ServicesForSidecars;

/** Returns the parts of the second line of a list of services. */
export function servicesLine(list: CountedServices, unselected: UnselectedMachineCounts | null): readonly ServicesLinePart[] {
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
