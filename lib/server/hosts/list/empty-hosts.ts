import type { ListQuery } from "@/lib/contract/url/list-query";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { isHostInScope, selectsByLabels } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { inhabitedPlaces, namespaceKey } from "@/lib/server/hosts/inhabited-places";
import { visibleHostText } from "@/lib/server/hosts/news-in-sight";

/** The services of a list, and whether a change of one may change the list. */
export interface HostSource {
  objects(): readonly HostObject[];
  news(host: HostObject): boolean;
}

/** May the viewer list all kinds of endpoints that a service can have? */
export function mayKnowLoss({ cluster, hosts, selector: { kind, namespace } }: HostObject, scope: Scope): boolean {
  const hasSlices = kind === "Service" || hosts.some((host) => host.includes(".svc."));
  const sources = ["workloadentries", "workload-pods", ...(hasSlices ? (["endpointslices"] as const) : [])] as const;
  return sources.every((source) => isSourceVisible(scope, cluster, source, namespace));
}

/**
 * The services that select by labels and have no endpoint among machines, Pods and inline endpoints. Only these are evaluated for a caller, so that a
 * change costs no more with many services. A viewer who may not list all kinds of endpoints of a namespace learns nothing of its services.
 */
export class EmptyHosts implements HostSource {
  readonly #empty = new Map<string, { readonly host: HostObject; readonly text: string }>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly picked: Pick<ListQuery, "clusters" | "namespaces">,
  ) {
    const { services, serviceentries } = fleet.tables;
    for (const table of [services, serviceentries])
      for (const { cluster, uid } of table.values()) {
        const host = fleet.hosts.byUid(cluster, uid);
        if (host !== null) this.news(host);
      }
  }

  objects(): readonly HostObject[] {
    const inhabited = inhabitedPlaces(this.fleet, this.scope);
    return Array.from(this.#empty.values(), ({ host }) => host).filter(({ cluster, selector }) => inhabited.has(namespaceKey(cluster, selector.namespace)));
  }

  /** True if the service has no endpoint any more, has one again, or has none and changed for the viewer: a hidden change must not move a frame. */
  news({ cluster, uid, selector }: HostObject): boolean {
    if (!pickedPlace(this.picked, cluster, selector.namespace)) return false;
    const key = `${cluster}\n${uid}`;
    const host = this.fleet.hosts.byUid(cluster, uid);
    const before = this.#empty.get(key);
    const wasEmpty = this.#empty.delete(key);
    if (host === null || !isHostInScope(host, this.scope) || !mayKnowLoss(host, this.scope) || !selectsByLabels(host.selector)) return wasEmpty;
    const { machines, pods, inline } = this.fleet.hosts.counts(host);
    const isEmpty = machines.serving + machines.inDoubt + (pods?.ready ?? 0) + inline.count === 0;
    if (!isEmpty) return wasEmpty;
    const text = visibleHostText(this.fleet, this.scope, host);
    this.#empty.set(key, { host, text });
    return before?.text !== text;
  }
}
