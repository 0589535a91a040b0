import type { AppliedPolicies, GroupSelection, NearestMiss, ServiceOfGroup, UnselectedByNearestMiss } from "@/lib/contract/views/selected-by";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { compareText } from "@/lib/domain/object/compare-text";
import { hasEndpointsSentByOwner } from "@/lib/domain/selection/caller-service";
import { entryOfNewMachine } from "@/lib/domain/selection/group-entry";
import { reasonsAgainst, sendsNoEndpointList, withEndpointListSent } from "@/lib/domain/selection/matching";
import { mismatchesWithFixes } from "@/lib/domain/selection/nearest-misses";
import type { MeshService, SelectableEntry } from "@/lib/domain/selection/objects";
import { areAllStateReasons } from "@/lib/domain/selection/reasons";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, type Sight } from "@/lib/server/fleet/group-sight";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { reachedCounts } from "@/lib/server/hosts/reached-counts";
import { defaultServiceOf, type SeenBy } from "./entry-selection";
import { ejectsFailing, servingZones } from "./left-of-host";
import { type NearestReads, nameOf, nearestTo, selectorsIn } from "./nearest-host";
import { ownLabelsOf, policyLinesOf } from "./policy-lines";
import type { Seen } from "./seen";

const MOST_HOSTS = 50;
/** Of so many hosts the zones are told. */
const MOST_WITH_ZONES = 5;
/** So many machines that nobody takes are looked at, so many kinds of them told apart, and so many of a kind named. */
const MOST_UNTAKEN = 500;
const MOST_KINDS = 6;
const MOST_NAMES = 3;

/** Hosts by how many of a group's machines they take, whether they take those that its template makes, and the machines that none takes. */
export function groupSelection(fleet: FleetReader, record: FleetGroup, sight: Sight, seen: Seen, scope: Scope): GroupSelection {
  const { cluster, namespace } = record.place;
  const object = objectInSight(record, sight);
  const template = object === null || object.unreadable !== null ? null : object;
  const here = selectorsIn(fleet, cluster, namespace, scope);
  const isSent = sentTest({ fleet, scope, seen });
  const { takes, untaken } = takenOf(fleet, sight.machines ? fleet.members(record) : [], (host) => isHostInScope(host, scope) && isSent(host));
  const come = template === null ? null : entryOfNewMachine(template);
  for (const host of fleet.hosts.candidates(cluster, namespace))
    if (come !== null && here.includes(host.selector) && isSent(host) && takesToCome(host.selector, come, seen) && !takes.has(host)) takes.set(host, 0);
  const hosts = [...takes].sort(([a, more], [b, less]) => less - more || compareText(a.selector.name, b.selector.name)).slice(0, MOST_HOSTS);
  return {
    machines: sight.machines ? record.members.size : null,
    hosts: hosts.map(([host, count], at) => ({
      ...groupHost(fleet, { host, takes: count, come }, seen, scope),
      zones: at < MOST_WITH_ZONES ? servingZones(fleet, host, scope) : null,
      ejects: ejectsFailing(host, seen),
    })),
    untaken: untaken.length,
    untakenBy: untakenBy(untaken, here, { fleet, scope, seen }),
    policies: template === null ? null : policiesOf(template, seen, new Set(hosts.map(([{ selector }]) => selector))),
  };
}

/**
 * True if callers get a list with the machines of an object: its own, or that of another owner of one of its host names
 * (docs/istio.md#serviceentry-selector, #joined-endpoints).
 */
function sentTest(by: SeenBy): (host: HostObject) => boolean {
  const known = new Map<HostObject, boolean>();
  return (host) => {
    const { selector, cluster } = host;
    if (!sendsNoEndpointList(selector)) return true;
    const before = known.get(host);
    if (before !== undefined) return before;
    const own = by.seen.definitions.filter(({ origin }) => origin === selector);
    const isSent = own.some((definition) => hasEndpointsSentByOwner(defaultServiceOf(definition, by, cluster)));
    known.set(host, isSent);
    return isSent;
  };
}

function takenOf(fleet: FleetReader, members: Iterable<EntryRef>, isShown: (host: HostObject) => boolean) {
  const takes = new Map<HostObject, number>();
  const untaken: EntryRef[] = [];
  for (const ref of members) {
    const takers = fleet.hosts.selecting(ref, "stored").filter(isShown);
    if (takers.length === 0) untaken.push(ref);
    for (const host of takers) takes.set(host, (takes.get(host) ?? 0) + 1);
  }
  return { takes, untaken };
}

function takesToCome(selector: MeshService, entry: SelectableEntry, { mesh }: Seen): boolean {
  return areAllStateReasons(reasonsAgainst(withEndpointListSent(selector, "entry"), { kind: "entry", entry }, mesh));
}

interface Taking {
  readonly host: HostObject;
  readonly takes: number;
  readonly come: SelectableEntry | null;
}

function groupHost(fleet: FleetReader, { host, takes, come }: Taking, { mesh }: Seen, scope: Scope): Omit<ServiceOfGroup, "zones" | "ejects"> {
  const { machines, pods, inline, names, addresses } = reachedCounts(fleet, scope, host);
  return {
    selector: nameOf(host.selector),
    hosts: host.hosts,
    takes,
    template:
      come === null
        ? null
        : (mismatchesWithFixes({ selector: withEndpointListSent(host.selector, "entry"), candidate: { kind: "entry", entry: come } }, mesh) ?? []),
    machines: machines && {
      taken: machines.taken,
      serving: machines.serving,
      inDoubt: machines.inDoubt,
      aside: machines.draining + machines.awaiting,
      notReached: machines.notOwned + machines.hostUnknown + machines.unreachable + machines.elsewhere,
      notChecked: machines.notChecked,
    },
    pods: pods && { taken: pods.taken, ready: pods.ready },
    ...{ inline: inline.count, names, addresses: addresses?.ready ?? null },
  };
}

/** Machines that look alike to a selector are asked once. */
function untakenBy(untaken: readonly EntryRef[], here: readonly MeshService[], reads: NearestReads): readonly UnselectedByNearestMiss[] {
  const kinds = new Map<string, { readonly entry: WorkloadEntry; readonly names: string[] }>();
  for (const ref of untaken.slice(0, MOST_UNTAKEN)) {
    const entry = reads.fleet.entry(ref);
    const key = JSON.stringify([entry.specLabels, entry.metadataLabels, entry.locality, entry.gate, entry.health?.status ?? null, entry.address === ""]);
    const kind = kinds.get(key) ?? { entry, names: [] };
    kind.names.push(entry.name);
    kinds.set(key, kind);
  }
  const found = new Map<string, UnselectedByNearestMiss & { readonly names: string[] }>();
  for (const { entry, names } of [...kinds.values()].sort((a, b) => b.names.length - a.names.length).slice(0, MOST_KINDS)) {
    const nearest: NearestMiss | null = entry.unreadable === null ? nearestTo(entry, here, reads) : null;
    const key = JSON.stringify(nearest);
    const before = found.get(key);
    found.set(key, { count: (before?.count ?? 0) + names.length, names: [...(before?.names ?? []), ...names], nearest });
  }
  return [...found.values()].map((one) => ({ ...one, names: [...one.names].sort(compareText).slice(0, MOST_NAMES) }));
}

function policiesOf(group: WorkloadGroup, seen: Seen, takers: ReadonlySet<MeshService>): AppliedPolicies {
  const entry = entryOfNewMachine(group);
  const hosts = seen.definitions.filter(({ origin }) => takers.has(origin));
  return policyLinesOf(entry, ownLabelsOf(entry, group, seen), hosts, seen);
}
