import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { type FindingPatch, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { type NearMiss, nearMiss } from "@/lib/domain/hosts/nearest-selector";
import { membershipOf } from "@/lib/domain/membership";
import { selectionMatch } from "@/lib/domain/selection/match";
import { oneEditMiss } from "@/lib/domain/selection/nearest-misses";
import type { ReasonCode } from "@/lib/domain/selection/reasons";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { selectsInVain } from "./takes-nobody";

/**
 * Somebody wrote an entry by hand, and no Service and no ServiceEntry takes it: it has no effect. Entries that machines registered themselves are not
 * meant, as such a machine may be a caller only (pilot/pkg/serviceregistry/serviceentry/controller.go).
 */
export const unselectedEntry: Rule<"entry"> = {
  code: "STL316",
  name: "unselected-entry",
  subject: "entry",
  severity: "note",
  needs: ["services", "serviceentries"],
  detect: (entry, world) => {
    if (membershipOf(entry).group !== "" || world.hostsTaking(entry).length > 0) return [];
    const hosts = world.hostsIn(entry.namespace);
    if (hosts.some((host) => isToldOtherwise(entry, host, world)) || isWrittenOut(entry, hosts)) return [];
    const selectors = hosts.map(({ selector }) => selector);
    const near = nearMiss(selectors, { kind: "entry", entry }, world.mesh.settings);
    const patch = near === null || isEmpty(hosts, near, world) ? null : patchFor(entry, near);
    const isByOne = near !== null && oneEditMiss(near, { selector: near.selector, labelsFrom: null, selectsNothing: false }) !== null;
    const evidence = isByOne ? { nearest: `${near.selector.kind} ${near.selector.name}` } : {};
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { ...evidence }, ...(patch === null ? {} : { patch }) }];
  },
};

const OTHER_RULES: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["host-name-address", "socket-address", "headless", "resolution-none"]);

/** Does a selector want it, so that another rule tells why it is not taken? */
function isToldOtherwise(entry: WorkloadEntry, { selector }: FindingHost, world: FindingsWorld): boolean {
  if (selector.kind === "Service" && selector.selector.length === 0) return false;
  const { isSelected, reasons } = selectionMatch(selector, { kind: "entry", entry }, world.mesh.settings, OTHER_RULES);
  return isSelected && reasons.some(({ code }) => OTHER_RULES.has(code));
}

/** Is its address an endpoint that a ServiceEntry writes itself? */
function isWrittenOut({ address, network }: WorkloadEntry, hosts: readonly FindingHost[]): boolean {
  return hosts.some(({ selector }) => selector.kind === "ServiceEntry" && selector.endpoints.some((one) => one.address === address && one.network === network));
}

/** Does the nearest take nobody at all? Then it may be the one to change, and that is told of it. */
function isEmpty(hosts: readonly FindingHost[], { selector }: NearMiss, world: FindingsWorld): boolean {
  const host = hosts.find((one) => one.selector === selector);
  return host !== undefined && selectsInVain(host, world);
}

/** The labels that the nearest selector wants, where they are all that it lacks and some of them agree. */
function patchFor({ namespace, name }: WorkloadEntry, { refusals, selector }: NearMiss): FindingPatch | null {
  const [refusal] = refusals;
  if (refusals.length !== 1 || refusal?.change.on !== "machine" || refusal.change.set !== "labels") return null;
  if (refusal.change.labels.length >= (selector.selector?.length ?? 0)) return null;
  return { kind: "WorkloadEntry", namespace, name, type: "merge", body: { metadata: { labels: Object.fromEntries(refusal.change.labels) } } };
}
