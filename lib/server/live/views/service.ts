import { parseServiceQuery, type ServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { hasEndpointsSentByOwner } from "@/lib/domain/selection/caller-service";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import { sendsNoEndpointList } from "@/lib/domain/selection/matching";
import type { MeshService } from "@/lib/domain/selection/objects";
import { isInScope } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import { callerServicesOf, membersInFleet } from "@/lib/server/hosts/caller-services";
import type { HostObject, MemberView } from "@/lib/server/hosts/host-reader";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import { decidingWorld } from "@/lib/server/hosts/reached-counts";
import { type OpenView, UnreadableQuery, type ViewContext } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { orderedMembers } from "./host/endpoint-order";
import { endpointRow, type RowTls } from "./host/endpoint-row";
import { countsOf } from "./host/host-counts-of";
import { type ServiceObject, type Surroundings, surroundingsOf } from "./host/host-detail";
import { EndpointCache, listed, type Member, membersOf, type ShownHost } from "./host/host-endpoints";
import { nearestHosts } from "./host/nearest-hosts";
import { type PageCallers, resolvePageCallers } from "./host/seen-from";
import { vanishedOf } from "./host/vanished-of";
import { watchHost } from "./host/watch-host";

/** What of an entry decides whether a host takes it and whether it answers. */
const LOOKED_AT = ChangedParts.of("state", "place", "labels", "health", "spec", "existence");

/** What surrounds a host is evaluated again no sooner than so many times what it took: of a large host it takes a while. */
const PAUSE_TIMES = 8;

/** One host with a window of its endpoints. The query is a HostQuery. */
export const openService: OpenView<"service"> = (context) => {
  const query = parseServiceQuery(context.query);
  if (query === null) throw new UnreadableQuery("A host is named by cluster, kind (Service or ServiceEntry), ns and name.");
  const { fleet, viewer, changed } = context;
  const kind = query.kind === "Service" ? "services" : "serviceentries";
  if (!isInScope(viewer.scope, query.cluster, kind, query.namespace)) {
    return { compute: () => ({ head: notFound(context, query), rows: [] }), close: () => undefined };
  }
  const page = new HostPage(context, query);
  const turn = atTurn(fleet.now, changed);
  const stop = watchHost(fleet, viewer.scope, query, {
    entry: (ref, parts) => {
      page.entryChanged(ref, parts);
      changed();
    },
    elsewhere: (ref, parts) => {
      if (page.elsewhereChanged(ref, parts)) changed();
    },
    surroundings: () => {
      page.surroundingsChanged();
      changed();
    },
  });
  return {
    compute: () => page.state(turn.set),
    close: () => {
      turn.close();
      stop();
    },
  };
};

function notFound({ fleet, viewer }: Pick<ViewContext, "fleet" | "viewer">, query: ServiceQuery, unreadable: string | null = null): ServiceHead {
  const nearest = unreadable === null ? nearestHosts(fleet, query, viewer.scope) : [];
  return { found: unreadable !== null, nearest, unreadable, detail: null, total: 0, matched: 0 };
}

/** What is kept between two frames: endpoints one by one, and what surrounds them, each until it changes. */
class HostPage {
  readonly #cache: EndpointCache;
  #host: HostObject | null = null;
  #kept: { readonly surroundings: Surroundings; readonly tls: RowTls; readonly at: number; readonly tookMs: number } | null = null;
  #isOutdated = true;
  #isEmpty = false;
  #list: readonly Member[] | null = null;
  /** Read at the first frame with the service, and stored until the view is closed: the caller does not change on an open page. */
  #callers: (PageCallers & { readonly hostName: string }) | null = null;

  constructor(
    private readonly context: ViewContext,
    private readonly query: ServiceQuery,
  ) {
    this.#cache = new EndpointCache(context.fleet);
  }

  entryChanged(ref: EntryRef, parts: ChangedParts): void {
    this.#cache.forget(ref);
    this.#list = null;
    if (parts.meets(LOOKED_AT)) this.#isOutdated = true;
  }

  /** True if the entry has the labels of a service without endpoints, so that the page may list it. */
  elsewhereChanged(ref: EntryRef, parts: ChangedParts): boolean {
    const wanted = this.#host?.selector.selector ?? [];
    const isListed = this.#isEmpty && wanted.length > 0 && parts.meets(LOOKED_AT);
    if (!isListed || wanted.some(([key, value]) => this.context.fleet.label(ref, key) !== value)) return false;
    this.#isOutdated = true;
    return true;
  }

  surroundingsChanged(): void {
    this.#list = null;
    this.#isOutdated = true;
  }

  /** The state of the view; `wake` takes the moment at which it has to be asked again though nothing changes. */
  state(wake: (at: number | null) => void): ViewStateOf<"service"> {
    const { fleet, viewer, offset, limit } = this.context;
    const { cluster, kind, namespace, name, mode } = this.query;
    const host = fleet.hosts.find(cluster, kind, namespace, name);
    if (host === null) return { head: notFound(this.context, this.query, this.#unreadable()), rows: [] };
    if (host !== this.#host) this.surroundingsChanged();
    this.#host = host;
    const mesh = meshInSight(fleet.worldOf(cluster), viewer.scope).settings;
    const hostName = host.hosts.includes(this.query.host) ? this.query.host : (host.hosts[0] ?? name);
    const shown: ShownHost = { host, hostName, mesh, mode, view: this.#viewOf(host, hostName) };
    this.#cache.rest(shown);
    const members = membersOf(fleet, shown, viewer.scope);
    const list = listed(members);
    this.#isEmpty = list.length === 0;
    this.#list ??= orderedMembers(list, this.query, fleet, this.#cache);
    const { surroundings, tls } = this.#surrounded({ host, hostName, members, list }, wake);
    const detail: ServiceDetail = {
      ...objectOf(host, hostName),
      ...countsOf(members, fleet, this.#cache, shown),
      vanished: vanishedOf(fleet, host, viewer.scope),
      ...surroundings,
      mode,
    };
    const head: ServiceHead = { found: true, nearest: [], unreadable: null, detail, total: list.length, matched: this.#list.length };
    const rows = this.#list.slice(offset, offset + limit).flatMap((member) => endpointRow(member, { fleet, cache: this.#cache, host, tls }) ?? []);
    return { head, rows };
  }

  #callersOf(hostName: string): PageCallers {
    const { fleet, viewer } = this.context;
    const known = this.#callers;
    if (known?.hostName === hostName) return known;
    this.#callers = { hostName, ...resolvePageCallers(this.query, hostName, { fleet, scope: viewer.scope }) };
    return this.#callers;
  }

  /** Members that the object's own callers do not get are shown only to a caller that gets them from another object. */
  #viewOf({ selector, cluster }: HostObject, hostName: string): MemberView {
    if (this.query.mode === "ambient" || !sendsNoEndpointList(selector)) return "listed";
    const { fleet, viewer } = this.context;
    const { shown, ofRows } = this.#callersOf(hostName);
    const services = callerServicesOf(decidingWorld(fleet, viewer.scope, cluster));
    const service = services.of(selector, hostName, toEngineCaller(shown.kind === "outside" ? ofRows : shown), membersInFleet(fleet, cluster));
    return hasEndpointsSentByOwner(service) ? "stored" : "listed";
  }

  #unreadable(): string | null {
    const { cluster, kind, namespace, name } = this.query;
    const table = this.context.fleet.tables[kind === "Service" ? "services" : "serviceentries"];
    const object = table.inNamespace(cluster, namespace).find((one) => one.name === name);
    return object === undefined ? null : (object.unreadable ?? "What decides who answers for it was not recorded then.");
  }

  #surrounded(
    input: { readonly host: HostObject; readonly hostName: string; readonly members: ReturnType<typeof membersOf>; readonly list: readonly Member[] },
    wake: (at: number | null) => void,
  ): { readonly surroundings: Surroundings; readonly tls: RowTls } {
    const { fleet, viewer } = this.context;
    const callers = this.#callersOf(input.hostName);
    const due = this.#kept === null ? 0 : this.#kept.at + PAUSE_TIMES * this.#kept.tookMs;
    if (this.#kept !== null && (!this.#isOutdated || fleet.now() < due)) {
      wake(this.#isOutdated ? due : null);
      return this.#kept;
    }
    const begun = performance.now();
    const made = surroundingsOf({ fleet, scope: viewer.scope, query: this.query, cache: this.#cache, callers, ...input });
    this.#kept = { ...made, at: fleet.now(), tookMs: performance.now() - begun };
    this.#isOutdated = false;
    wake(null);
    return made;
  }
}

function objectOf({ cluster, uid, resourceVersion, hosts, selector, managedBy }: HostObject, host: string): ServiceObject {
  const { kind, namespace, name } = selector;
  const type =
    selector.kind === "ServiceEntry"
      ? selector.resolution
      : selector.type === "ExternalName"
        ? "ExternalName"
        : selector.isHeadless
          ? "headless"
          : selector.type || "ClusterIP";
  const pairs = selector.selector?.map(([key, value]) => ({ key, value })) ?? null;
  const isNone = selector.kind === "Service" && pairs?.length === 0;
  return {
    kind,
    namespace,
    name,
    cluster,
    uid,
    resourceVersion,
    host,
    hosts: [...hosts],
    selector: isNone ? null : pairs,
    type,
    isExternal: selector.kind === "ServiceEntry" && selector.isExternal,
    virtualAddresses: virtualAddressesOf(selector, host),
    managedBy,
  };
}

function virtualAddressesOf(selector: MeshService, host: string): ServiceDetail["virtualAddresses"] {
  if (selector.kind === "Service") return { written: [...(selector.clusterAddresses ?? [])], allocated: [] };
  return { written: [...selector.addresses], allocated: (selector.allocated ?? []).flatMap(([name, address]) => (name === host ? [address] : [])) };
}
