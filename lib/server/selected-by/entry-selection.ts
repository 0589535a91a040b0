import type { EntrySelection, SelectingService } from "@/lib/contract/views/selected-by";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { compareText } from "@/lib/domain/object/compare-text";
import { type CallerService, endpointStatusByPort, hasEndpointsSentByOwner, sentOnOtherPorts } from "@/lib/domain/selection/caller-service";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { HostNameDefinition } from "@/lib/domain/selection/definitions";
import { reasonsAgainst, sendsNoEndpointList, withEndpointListSent, workloadOfCandidate } from "@/lib/domain/selection/matching";
import { servicePortsOnMachine } from "@/lib/domain/selection/ownership";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import { callerServicesOf, membersInFleet } from "@/lib/server/hosts/caller-services";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import { nameOf, nearestTo, selectorsIn } from "./nearest-host";
import { type OwnLabels, ownLabelsOf, policyLinesOf } from "./policy-lines";
import type { Seen } from "./seen";

/** Nobody reads more hosts of one machine than this. */
const MOST_HOSTS = 100;

/** The hosts that take a machine, its policies, and where nobody takes it what misses it least. */
export function entrySelection(fleet: FleetReader, ref: EntryRef, seen: Seen, scope: Scope): EntrySelection {
  const entry = fleet.entry(ref);
  const record = fleet.groupOf(ref);
  const own = ownLabelsOf(entry, objectInSight(record, sightOf(scope, record)), seen);
  const takers = new Set(
    fleet.hosts
      .selecting(ref, "stored")
      .filter((host) => isHostInScope(host, scope))
      .map(({ selector }) => selector),
  );
  const isShown = (one: HostNameDefinition) =>
    takers.has(one.origin) && (!sendsNoEndpointList(one.origin) || hasEndpointsSentByOwner(defaultServiceOf(one, { fleet, scope, seen }, entry.cluster)));
  const definitions = seen.definitions.filter(isShown).sort(byHost);
  const shown = definitions.slice(0, MOST_HOSTS);
  const objects = new Set(definitions.map(({ origin }) => origin)).size;
  const isAlone = objects === 0 && entry.unreadable === null;
  return {
    hosts: shown.map((definition) => takingHost(definition, entry, own, { fleet, scope, seen })),
    hostsTotal: definitions.length,
    hostNames: new Set(definitions.map(({ host }) => host)).size,
    objects,
    nearest: isAlone ? nearestTo(entry, selectorsIn(fleet, entry.cluster, entry.namespace, scope), { fleet, scope, seen }) : null,
    writtenIn: writtenIn(entry, seen),
    policies: policyLinesOf(entry, own, shown, seen),
  };
}

export interface SeenBy {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly seen: Seen;
}

/** The service as its default caller gets it. */
export function defaultServiceOf({ origin, host }: HostNameDefinition, { fleet, scope, seen }: SeenBy, cluster: string): CallerService {
  const caller = toEngineCaller(defaultCallerFor(fleet, scope, cluster, { namespace: origin.namespace, hostName: host, object: origin }));
  return callerServicesOf(seen.world).of(origin, host, caller, membersInFleet(fleet, cluster));
}

function takingHost(definition: HostNameDefinition, entry: WorkloadEntry, own: OwnLabels, by: SeenBy): SelectingService {
  const { world, mesh, definitions } = by.seen;
  const { origin, host } = definition;
  const service = defaultServiceOf(definition, by, entry.cluster);
  const { caller } = service;
  const statuses = endpointStatusByPort(service, workloadOfCandidate({ kind: "entry", entry }, mesh));
  const others = sentOnOtherPorts(service);
  const asked = service.ports.map(({ index, joins: [join] }) => ({ index, question: join === undefined ? null : { ...join, port: join.port.number } }));
  const ports = servicePortsOnMachine(definition, entry, own.labels, world, asked);
  return {
    selector: nameOf(origin),
    host,
    isOneOfSeveral: origin.kind === "ServiceEntry" && origin.hosts.length > 1,
    caller: { namespace: caller.namespace, locality: caller.locality, network: caller.network },
    ports: ports.map((port, at) => ({
      ...port,
      status: statuses[at] ?? { is: "not-sent", reason: { code: "no-list", owner: null } },
      onOtherPort: others[at] ?? null,
    })),
    against: reasonsAgainst(withEndpointListSent(origin, "entry"), { kind: "entry", entry }, mesh),
    rivals: definitions.filter((other) => other.host === host && other.origin !== origin).map((other) => nameOf(other.origin)),
  };
}

/** One with a selector has no endpoints of its own (docs/istio.md#serviceentry-selector). */
function writtenIn({ address, network }: WorkloadEntry, { world }: Seen): EntrySelection["writtenIn"] {
  const writing = world.serviceEntries.filter(
    ({ selector, endpoints }) => selector === null && endpoints.some((endpoint) => endpoint.address === address && endpoint.network === network),
  );
  return address === "" ? [] : writing.map((entry) => ({ selector: nameOf(entry), host: entry.hosts[0] ?? "" }));
}

function byHost(a: HostNameDefinition, b: HostNameDefinition): number {
  return compareText(a.host, b.host) || compareText(a.origin.kind, b.origin.kind) || compareText(a.origin.name, b.origin.name);
}
