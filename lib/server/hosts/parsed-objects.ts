import type { Selecting } from "@/lib/domain/selecting";
import type { Selector } from "@/lib/domain/selection/objects";
import type { DestinationRule, PeerAuthentication, Sidecar, VirtualService } from "@/lib/domain/selection/policies";
import type { TableObject } from "@/lib/domain/table-object";
import type { Tables } from "@/lib/server/fleet/tables";

/** What tables keep of the kinds that decide who answers for a host, by the names of their sources. */
interface ParsedBySource {
  readonly destinationrules: DestinationRule;
  readonly sidecars: Sidecar;
  readonly peerauthentications: PeerAuthentication;
  readonly virtualservices: VirtualService;
}

export type PolicySource = keyof ParsedBySource;

interface Parsed<P> {
  readonly parsed?: P | null;
}

/** What a Service or a ServiceEntry decides; null where it cannot be read, or (in the past) was not recorded. */
export function selectorOf(object: Selecting): Selector | null {
  return (object as Selecting & Parsed<Selector>).parsed ?? null;
}

/** The policies of a source in a cluster; undefined where this fleet has no such source. */
export function policiesOf<S extends PolicySource>(tables: Tables, source: S, cluster: string): readonly ParsedBySource[S][] | undefined {
  const table = (tables as Partial<Record<PolicySource, { values(): Iterable<TableObject> }>>)[source];
  if (table === undefined) return undefined;
  const found: ParsedBySource[S][] = [];
  for (const object of table.values()) {
    const { parsed } = object as TableObject & Parsed<ParsedBySource[S]>;
    if (object.cluster === cluster && parsed != null) found.push(parsed);
  }
  return found;
}
