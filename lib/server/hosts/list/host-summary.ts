import type { ServicesSummary } from "@/lib/contract/views/services";
import type { ListedHost } from "./host-row";

const NAMED = 2;

/** The counts of a list of services. Machines of an object with several host names count once. `mesh`: see `ServicesSummary`. */
export function hostSummary(hosts: readonly ListedHost[], mesh: Pick<ServicesSummary, "isForSidecars" | "pathsUnseen">): ServicesSummary {
  const withMachines = hosts.filter(({ row }) => sizeOf(row) > 0);
  const nobody = hosts.filter(({ row }) => row.status.kind === "nobody").sort((a, b) => b.row.status.of - a.row.status.of || (a.row.id < b.row.id ? -1 : 1));
  const objects = new Map(withMachines.map(({ object }) => [`${object.cluster}/${object.uid}`, object.selector.kind]));
  const services = [...objects.values()].filter((kind) => kind === "Service").length;
  return {
    withMachines: withMachines.length,
    complete: withMachines.filter(({ row }) => row.machines !== null && row.machines.serving === sizeOf(row)).length,
    nobody: nobody.length,
    nobodyNames: nobody.slice(0, NAMED).map(({ row }) => row.host),
    unverified: hosts.filter(({ row }) => row.machines !== null && row.machines.inDoubt > 0).length,
    notSent: hosts.filter(({ row }) => hasNotSent(row)).length,
    claimedTwice: hosts.filter(({ row }) => row.rivals.length > 0).length,
    services,
    serviceEntries: objects.size - services,
    addressesUnseen: hosts.filter(({ row }) => row.addresses === null).length,
    podsUnseen: hosts.filter(({ row }) => row.pods === null).length,
    ...mesh,
  };
}

function sizeOf({ machines, absent }: ListedHost["row"]): number {
  return machines === null ? 0 : machines.taken + absent;
}

function hasNotSent({ machines }: ListedHost["row"]): boolean {
  return machines !== null && machines.notOwned + machines.hostUnknown + machines.unreachable + machines.elsewhere > 0;
}
