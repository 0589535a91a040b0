import type { FleetStripCell } from "@/lib/contract/answers/answers";
import { EMPTY_FACET_VALUE } from "@/lib/contract/url/filter-term";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { Scope } from "@/lib/domain/source/scope";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { FleetReader } from "./fleet-reader";

/** The machine behind one cell of a ribbon (`CLUSTER/NAMESPACE/NAME`, name "" = without a group), cells being in the order of states; null where there is none in sight. */
export function stripCell(fleet: FleetReader, lists: StandingLists, ribbon: string, index: number, scope: Scope): FleetStripCell | null {
  const [name = "", namespace = "", ...rest] = ribbon.split("/").reverse();
  // A context's name, and so a cluster's, may hold slashes.
  const cluster = rest.reverse().join("/");
  const value = name === "" ? EMPTY_FACET_VALUE : `${namespace}/${name}`;
  const query = {
    ...parseMachinesQuery(""),
    sort: "state",
    clusters: [cluster],
    namespaces: [namespace],
    terms: [{ kind: "facet" as const, facet: "group" as const, value, negated: false }],
  };
  const { list, close } = lists.open(query, scope);
  const [entry] = list.slice(index, 1);
  close();
  if (entry === undefined) return null;
  const row = fleet.row(entry);
  return { cluster, namespace, name: row.name, uid: row.uid, state: row.state, vouched: row.vouched };
}
