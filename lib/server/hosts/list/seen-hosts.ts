import type { ListQuery } from "@/lib/contract/url/list-query";
import type { LastEndpointLoss } from "@/lib/domain/history/lost-endpoints";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { Caller } from "@/lib/domain/selection/world";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import { hostKey, isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { namespaceKey } from "@/lib/server/hosts/inhabited-places";
import { NewsInSight } from "@/lib/server/hosts/news-in-sight";
import { decidingWorld, defaultService } from "@/lib/server/hosts/reached-counts";
import { serviceCallers } from "@/lib/server/hosts/service-callers";
import { absentOf, shortGroups } from "./absent-machines";
import { type HostSource, mayKnowLoss } from "./empty-hosts";
import { HostClaims } from "./host-claims";
import { type ListedHost, listedHost } from "./host-row";

/** Objects that decide which endpoints a caller is sent. */
const POLICIES = ["destinationrules", "sidecars", "peerauthentications", "virtualservices"] as const;

interface Kept {
  readonly object: HostObject;
  readonly version: number;
  readonly podsSeen: boolean;
  readonly absent: number;
  /** Since when it has no endpoint, as text. */
  readonly lost: string;
  /** The default caller of its first host name, as text: it follows the Pods of its namespace. */
  readonly caller: string;
  readonly hosts: readonly ListedHost[];
}

/** The hosts of a scope in the picked clusters and namespaces, of which those are made anew that changed. */
export class SeenHosts {
  readonly #claims: HostClaims;
  #kept = new Map<string, Kept>();
  readonly #unhook: readonly (() => void)[];
  readonly #source: HostSource;

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly picked: Pick<ListQuery, "clusters" | "namespaces">,
    changed: () => void,
    source: HostSource = visibleHosts(fleet, scope),
  ) {
    this.#claims = new HostClaims(fleet);
    this.#source = source;
    const allAnew = () => {
      this.#claims.forget();
      this.#kept.clear();
    };
    // A policy that is not visible changes nothing, also not the moment of a frame.
    const isSeen = (one: IndexedTableObject | null) => one !== null && isInScope(scope, one.cluster, one.kind, one.namespace);
    const onPolicy = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
      if (!isSeen(before) && !isSeen(after)) return;
      this.#kept.clear();
      changed();
    };
    this.#unhook = [
      fleet.hosts.subscribe((host) => {
        this.#kept.delete(hostKey(host));
        if (source.news(host)) changed();
      }),
      fleet.tables.serviceentries.hook(allAnew),
      fleet.tables.services.hook(allAnew),
      fleet.hostMemory?.hook(({ cluster, kind, namespace, name }) => {
        const host = fleet.hosts.find(cluster, kind, namespace, name);
        if (host !== null && isHostInScope(host, scope) && mayKnowLoss(host, scope)) changed();
      }) ?? (() => undefined),
      ...POLICIES.map((source) => fleet.tables[source].hook(onPolicy)),
      fleet.subscribe({
        world: (cluster) => {
          this.#kept.clear();
          if (scope.clusters.has(cluster)) changed();
        },
        group: (record) => sightOf(scope, record).object && changed(),
        memory: (record) => sightOf(scope, record).machines && changed(),
      }),
    ];
  }

  /** All of them as they are now, in no order. */
  now(): readonly ListedHost[] {
    const short = shortGroups(this.fleet, this.scope);
    const kept = new Map<string, Kept>();
    const found: ListedHost[] = [];
    for (const object of this.#source.objects()) {
      const { cluster, selector } = object;
      if (!pickedPlace(this.picked, cluster, selector.namespace)) continue;
      const absent = absentOf(this.fleet, object, short.get(namespaceKey(cluster, selector.namespace)) ?? []);
      const { version, pods } = this.fleet.hosts.counts(object);
      const podsSeen = pods !== null;
      const known = this.#kept.get(hostKey(object));
      const caller = JSON.stringify(this.#callerOf(object, object.hosts[0] ?? ""));
      const loss = this.#lossOf(object);
      const lost = loss === null ? "" : `${loss.since} ${loss.atLeast}`;
      const state = { version, podsSeen, absent, lost, caller };
      const now = known?.object === object && isSame(known, state) ? known : { ...state, object, hosts: this.#listed(object, absent, loss) };
      kept.set(hostKey(object), now);
      found.push(...now.hosts);
    }
    this.#kept = kept;
    return found;
  }

  close(): void {
    for (const unhook of this.#unhook) unhook();
  }

  /** Null for a viewer who may not list all kinds of endpoints. */
  #lossOf(host: HostObject): LastEndpointLoss | null {
    const { kind, namespace, name } = host.selector;
    const lost = this.fleet.hostMemory?.lostEndpointsAt(host.cluster, kind, namespace, name) ?? null;
    return lost !== null && mayKnowLoss(host, this.scope) ? lost : null;
  }

  #listed(object: HostObject, absent: number, lost: LastEndpointLoss | null): readonly ListedHost[] {
    const { selector, cluster } = object;
    const world = decidingWorld(this.fleet, this.scope, cluster);
    return [...new Set(object.hosts)].map((host) => {
      const rivals = this.#claims.rivals(object, host, this.scope);
      const callers = serviceCallers(
        selector,
        host,
        rivals.map((one) => one.selector),
        world,
      );
      const service = defaultService(this.fleet, this.scope, object, host);
      return listedHost(this.fleet, { object, host, absent, lost, rivals, callers, service }, this.scope);
    });
  }

  #callerOf({ cluster, selector }: HostObject, hostName: string): Caller {
    return toEngineCaller(defaultCallerFor(this.fleet, this.scope, cluster, { namespace: selector.namespace, hostName, object: selector }));
  }
}

function visibleHosts(fleet: FleetReader, scope: Scope): HostSource {
  const news = new NewsInSight(fleet, scope);
  return { objects: () => fleet.hosts.all(scope), news: (host) => news.of(host) };
}

function isSame(one: Omit<Kept, "object" | "hosts">, other: Omit<Kept, "object" | "hosts">): boolean {
  const { version, podsSeen, absent, lost, caller } = one;
  return version === other.version && podsSeen === other.podsSeen && absent === other.absent && lost === other.lost && caller === other.caller;
}
