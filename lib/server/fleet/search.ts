import type { SearchAnswer } from "@/lib/contract/answers";
import { parseListQuery } from "@/lib/contract/list-query";
import { inScope, type Scope } from "@/lib/domain/scope";
import { entryRow } from "./entry-row";
import type { FleetReader } from "./fleet-reader";
import { objectInSight, sightOf, worstState } from "./group-row";
import { compareText } from "./group-table";
import type { StandingLists } from "./standing-lists";

const HITS = 20;
const OF_A_KIND = 8;

type Hit = SearchAnswer["hits"][number];

/** What the search box finds in a viewer's sight: namespaces and groups by name, entries by name, address or host name; worst first. */
export function search(fleet: FleetReader, lists: StandingLists, text: string, scope: Scope): SearchAnswer {
  const needle = text.trim().toLowerCase().slice(0, 256);
  if (needle === "") return { hits: [], more: false };
  const groups = groupHits(fleet, needle, scope);
  const names = namespaceHits(fleet, needle, scope);
  const entries = entryHits(fleet, lists, needle, scope);
  const hits = [...names.slice(0, OF_A_KIND), ...groups.slice(0, OF_A_KIND), ...entries.hits];
  return {
    hits: hits.slice(0, HITS),
    more: hits.length > HITS || names.length > OF_A_KIND || groups.length > OF_A_KIND || entries.matched > entries.hits.length,
  };
}

function groupHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const hits: Hit[] = [];
  for (const record of fleet.store.groups.ordered) {
    const sight = sightOf(scope, record);
    const seen = objectInSight(record, sight) !== null || (sight.machines && record.members.size > 0);
    if (record.name === "" || !seen || !`${record.place.namespace}/${record.name}`.includes(needle)) continue;
    const { cluster, namespace } = record.place;
    const machines = sight.machines ? `${record.members.size} machines` : "";
    hits.push({ kind: "group", cluster, namespace, name: record.name, uid: "", state: sight.machines ? worstState(record) : null, detail: machines });
  }
  return hits;
}

function namespaceHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const hits: Hit[] = [];
  for (const { cluster, namespace } of fleet.store.places.all) {
    const visible = inScope(scope, cluster, "workloadentries", namespace) || inScope(scope, cluster, "workloadgroups", namespace);
    if (visible && namespace.includes(needle)) hits.push({ kind: "namespace", cluster, namespace, name: namespace, uid: "", state: null, detail: "" });
  }
  return hits.sort((a, b) => compareText(a.name, b.name) || compareText(a.cluster, b.cluster));
}

function entryHits(fleet: FleetReader, lists: StandingLists, needle: string, scope: Scope): { hits: Hit[]; matched: number } {
  const query = { ...parseListQuery(""), terms: [{ kind: "text" as const, text: needle, negated: false }] };
  const { list, close } = lists.open(query, scope);
  const now = fleet.now();
  const hits = list.slice(0, OF_A_KIND).map((slot): Hit => {
    const row = entryRow(fleet.store, slot, now);
    return { kind: "entry", cluster: row.cluster, namespace: row.namespace, name: row.name, uid: row.uid, state: row.state, detail: row.host || row.address };
  });
  const matched = list.matched;
  close();
  return { hits, matched };
}
