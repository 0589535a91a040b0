import { type IstiodVersions, usualBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import type { Definition } from "./definitions";
import type { Egress } from "./policies";
import type { Caller, SelectionWorld } from "./world";

/** Hosts of an egress listener by namespace: what it imports from there and what it leaves out. */
interface Imports {
  readonly imported: readonly string[];
  readonly excluded: readonly string[];
}
export type ImportsByNamespace = ReadonlyMap<string, Imports>;

/** Oldest first; of equal age by name, then namespace. */
export function byAge(a: { readonly createdAt: number | null; readonly name: string; readonly namespace: string }, b: typeof a): number {
  return (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.namespace < b.namespace ? -1 : 1);
}

/** `namespace/host` of a listener, by namespace: `.` is the caller's own, `~namespace/host` leaves out. Versions that do not know it find no such namespace. */
export function importsOf({ hosts }: Egress, callerNamespace: string, mesh: IstiodVersions): ImportsByNamespace {
  const excludes = usualBehaviour("excludesHosts", mesh);
  const byNamespace = new Map<string, { imported: string[]; excluded: string[] }>();
  for (const written of hosts) {
    const [place = "", host, ...more] = written.split("/");
    if (host === undefined || more.length > 0) continue;
    const isExcluded = place.startsWith("~");
    if (isExcluded && !excludes) continue;
    const bare = isExcluded ? place.slice(1) || "*" : place;
    const namespace = bare === "." ? callerNamespace : bare;
    const list = byNamespace.get(namespace) ?? { imported: [], excluded: [] };
    byNamespace.set(namespace, list);
    list[isExcluded ? "excluded" : "imported"].push(host);
  }
  return byNamespace;
}

export interface Search {
  readonly world: SelectionWorld;
  readonly caller: Caller;
  readonly definitions: readonly Definition[];
}

/** A listener with a port imports that port alone, unless it is a general proxy. */
export function forListener(definition: Definition, { port, protocol }: Egress): Definition | null {
  if (port === null || port === 0 || protocol.toUpperCase() === "HTTP_PROXY") return definition;
  const ports = definition.ports.filter(({ number }) => number === port);
  if (ports.length === 0) return null;
  return definition.ports.length === 1 ? definition : { ...definition, ports: ports.slice(0, 1) };
}
