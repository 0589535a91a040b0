import type { SearchAnswer } from "@/lib/contract/answers";
import { parseListQuery } from "@/lib/contract/list-query";
import { cutText } from "@/lib/domain/clean-text";
import type { Scope } from "@/lib/domain/scope";
import { entryRow } from "./entry-row";
import type { FleetReader } from "./fleet-reader";
import { objectInSight, type Sight, sightOf, worstState } from "./group-sight";
import { compareText, type GroupRecord } from "./group-table";
import { namesInSight } from "./names-in-sight";
import type { StandingLists } from "./standing-lists";

const HITS = 20;
const OF_A_KIND = 8;

type Hit = SearchAnswer["hits"][number];

/** What the search box finds in a viewer's sight: namespaces and groups by name, replicas, zones and networks that machines have, entries by what a list shows of them; worst first. */
export function search(fleet: FleetReader, lists: StandingLists, text: string, scope: Scope): SearchAnswer {
  const needle = cutText(text.trim().toLowerCase(), 256);
  if (needle === "") return { hits: [], more: false };
  const groups = groupHits(fleet, needle, scope);
  const names = namespaceHits(fleet, needle, scope);
  const values = valueHits(fleet, needle, scope);
  const entries = entryHits(fleet, lists, needle, scope);
  const hits = [...names.slice(0, OF_A_KIND), ...groups.slice(0, OF_A_KIND), ...values.slice(0, OF_A_KIND), ...entries.hits];
  return {
    hits: hits.slice(0, HITS),
    more: hits.length > HITS || [names, groups, values].some((found) => found.length > OF_A_KIND) || entries.matched > entries.hits.length,
  };
}

function groupHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const hits: Hit[] = [];
  for (const record of fleet.store.groups.ordered) {
    const sight = sightOf(scope, record);
    if (record.name === "" || !isSeen(record, sight) || !`${record.place.namespace}/${record.name}`.includes(needle)) continue;
    const { cluster, namespace } = record.place;
    const machines = sight.machines ? `${record.members.size} machines` : "";
    const state = sight.machines ? worstState(record, sight) : null;
    const vouched = state !== "healthy" || record.unvouched === 0;
    hits.push({ kind: "group", cluster, namespace, name: record.name, uid: "", state, vouched, detail: machines });
  }
  return hits;
}

/** Namespaces in which something is seen, and those that were told: one of which only unseen things tell is not found. */
function namespaceHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const found = new Map<string, Hit>();
  const add = (cluster: string, namespace: string) => {
    if (namespace.includes(needle))
      found.set(`${cluster}/${namespace}`, { kind: "namespace", cluster, namespace, name: namespace, uid: "", state: null, vouched: true, detail: "" });
  };
  for (const record of fleet.store.groups.ordered) if (isSeen(record, sightOf(scope, record))) add(record.place.cluster, record.place.namespace);
  for (const cluster of fleet.clusters) for (const name of namesInSight(fleet, cluster, scope)) add(cluster, name);
  return [...found.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.cluster, b.cluster));
}

const TALLIES = [
  ["replica", "controllers"],
  ["zone", "zones"],
  ["network", "networks"],
] as const;

/** Replicas, zones and networks of the machines in sight, those with most machines first. */
function valueHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const found = new Map<string, { readonly hit: Hit; count: number }>();
  const isWanted = remembered((value) => fleet.store.columns.texts.text(value).toLowerCase().includes(needle));
  for (const record of fleet.store.groups.ordered) {
    if (!sightOf(scope, record).machines) continue;
    const { cluster } = record.place;
    for (const [kind, column] of TALLIES) {
      for (const [value, { count }] of record[column]) {
        if (value === 0 || !isWanted(value)) continue;
        const name = fleet.store.columns.texts.text(value);
        const key = `${kind}/${cluster}/${name}`;
        const known = found.get(key) ?? { hit: { kind, cluster, namespace: "", name, uid: "", state: null, vouched: true, detail: "" }, count: 0 };
        known.count += count;
        found.set(key, known);
      }
    }
  }
  const hits = [...found.values()].sort((a, b) => b.count - a.count || compareText(a.hit.name, b.hit.name));
  return hits.map(({ hit, count }) => ({ ...hit, detail: `${count} machines` }));
}

/** A value is tested once, however many groups have it. */
function remembered(test: (value: number) => boolean): (value: number) => boolean {
  const answers = new Map<number, boolean>();
  return (value) => {
    const known = answers.get(value) ?? test(value);
    answers.set(value, known);
    return known;
  };
}

function isSeen(record: GroupRecord, sight: Sight): boolean {
  return objectInSight(record, sight) !== null || (sight.machines && record.members.size > 0);
}

function entryHits(fleet: FleetReader, lists: StandingLists, needle: string, scope: Scope): { hits: Hit[]; matched: number } {
  const query = { ...parseListQuery(""), terms: [{ kind: "text" as const, text: needle, negated: false }] };
  const { list, close } = lists.open(query, scope);
  const now = fleet.now();
  const hits = list.slice(0, OF_A_KIND).map((slot): Hit => {
    const row = entryRow(fleet.store, slot, now);
    const { cluster, namespace, name, uid, state, vouched } = row;
    return { kind: "entry", cluster, namespace, name, uid, state, vouched, detail: row.host || row.address };
  });
  const matched = list.matched;
  close();
  return { hits, matched };
}
