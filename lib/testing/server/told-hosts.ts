import type { Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HostObject, HostReader, MemberView } from "@/lib/server/hosts/host-reader";

/** What tests compare of two readers: of which namespaces of a cluster, and as whom they look. */
export interface LookedAt {
  readonly cluster: string;
  readonly namespaces: readonly string[];
  readonly scopes: readonly Scope[];
}

/** All that a reader of hosts tells, without references, uids and versions: they are each fleet's own. */
export function toldOfHosts(fleet: Pick<FleetReader, "entries" | "identityOf">, hosts: Omit<HostReader, "subscribe">, at: LookedAt) {
  const places = at.namespaces.map((namespace) => hosts.candidates(at.cluster, namespace));
  const listed = at.scopes.map((scope) => hosts.all(scope));
  const all = new Map([...places, ...listed].flat().map((host) => [nameOf(host), host]));
  const uidOf = (entry: EntryRef) => fleet.identityOf(entry).uid;
  return {
    places: places.map(namesOf),
    listed: listed.map(namesOf),
    hosts: [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, host]) => ({ name, ...toldOfHost(host, hosts, uidOf) })),
    selecting: VIEWS.map((view) =>
      Array.from(fleet.entries(), (entry) => [uidOf(entry), namesOf(hosts.selecting(entry, view))] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

function toldOfHost(host: HostObject, hosts: Omit<HostReader, "subscribe">, uidOf: (entry: EntryRef) => string) {
  const { cluster, selector } = host;
  const found = [hosts.find(cluster, selector.kind, selector.namespace, selector.name), hosts.byUid(cluster, host.uid)];
  return {
    selector,
    hosts: host.hosts,
    found: found.map((one) => one && nameOf(one)),
    spread: hosts
      .spread(host)
      .map((one) => JSON.stringify([one.network, one.locality, one.isMutual, one.machines]))
      .sort(),
    views: VIEWS.map((view) => toldOfView(host, view, hosts, uidOf)),
  };
}

const VIEWS: readonly MemberView[] = ["listed", "stored"];

function toldOfView(host: HostObject, view: MemberView, hosts: Omit<HostReader, "subscribe">, uidOf: (entry: EntryRef) => string) {
  return {
    counts: { ...hosts.counts(host, view), version: 0 },
    machines: Array.from(hosts.machines(host, view), uidOf).sort(),
    classes: hosts
      .classes(host, view)
      ?.map(({ network, locality, tlsMode, address, counts }) => JSON.stringify([network, locality, tlsMode, address, Object.entries(counts).sort()]))
      .sort(),
    pods: hosts
      .pods(host, view)
      .map(({ uid }) => uid)
      .sort(),
  };
}

function namesOf(hosts: readonly HostObject[]): readonly string[] {
  return hosts.map(nameOf).sort();
}

function nameOf({ selector: { kind, namespace, name } }: HostObject): string {
  return `${kind} ${namespace}/${name}`;
}
