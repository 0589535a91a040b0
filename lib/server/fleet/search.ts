import type { SearchAnswer } from "@/lib/contract/answers/answers";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { truncateText } from "@/lib/domain/object/clean-text";
import { compareText } from "@/lib/domain/object/compare-text";
import type { Scope } from "@/lib/domain/source/scope";
import { objectInSight, type Sight, sightOf, worstState } from "@/lib/server/fleet/group-sight";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { FleetGroup, GroupTrait } from "./fleet-group";
import type { FleetReader } from "./fleet-reader";
import { namesInSight } from "./names-in-sight";

const HITS = 20;
const OF_A_KIND = 8;

type Hit = SearchAnswer["hits"][number];

/** What the search box finds in a viewer's sight: namespaces and groups by name, hosts by theirs, that of their object and what manages it, replicas, zones and networks that machines have, entries by what a list shows of them; worst first. */
export function search(fleet: FleetReader, lists: StandingLists, text: string, scope: Scope): SearchAnswer {
  const needle = truncateText(text.trim().toLowerCase(), 256);
  if (needle === "") return { hits: [], more: false };
  const groups = groupHits(fleet, needle, scope);
  const names = namespaceHits(fleet, needle, scope);
  const values = valueHits(fleet, needle, scope);
  const hosts = hostHits(fleet, needle, scope);
  const entries = entryHits(fleet, lists, needle, scope);
  const hits = [...[names, groups, hosts, values].flatMap((found) => found.slice(0, OF_A_KIND)), ...entries.hits];
  return {
    hits: hits.slice(0, HITS),
    more: hits.length > HITS || [names, groups, hosts, values].some((found) => found.length > OF_A_KIND) || entries.matched > entries.hits.length,
  };
}

function groupHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const hits: Hit[] = [];
  for (const record of fleet.groups()) {
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
  for (const record of fleet.groups()) if (isSeen(record, sightOf(scope, record))) add(record.place.cluster, record.place.namespace);
  for (const cluster of fleet.clusters) for (const name of namesInSight(fleet, cluster, scope)) add(cluster, name);
  return [...found.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.cluster, b.cluster));
}

/** Hosts that machines may answer for, those that the text begins first. */
function hostHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const hits: Hit[] = [];
  for (const { cluster, uid, selector, hosts, managedBy } of fleet.hosts.all(scope)) {
    const { kind, namespace, name } = selector;
    const isNamed = `${namespace}/${name}`.includes(needle) || managedBy.toLowerCase().includes(needle);
    for (const host of new Set(hosts)) {
      if (!isNamed && !host.toLowerCase().includes(needle)) continue;
      hits.push({
        ...{ kind: "host", cluster, namespace, name: host, uid, state: null, vouched: true },
        ...{ detail: `${kind} ${namespace}/${name}${managedBy === "" ? "" : `, managed by ${managedBy}`}`, selector: { kind, namespace, name } },
      });
    }
  }
  const begins = ({ name }: Hit) => Number(name.startsWith(needle));
  return hits.sort((a, b) => begins(b) - begins(a) || compareText(a.name, b.name) || compareText(a.detail, b.detail) || compareText(a.cluster, b.cluster));
}

const TRAITS = ["replica", "zone", "network"] as const satisfies readonly GroupTrait[];

/** Replicas, zones and networks of the machines in sight, those with most machines first. */
function valueHits(fleet: FleetReader, needle: string, scope: Scope): Hit[] {
  const found = new Map<string, { readonly hit: Hit; count: number }>();
  const isWanted = remembered((value) => value.toLowerCase().includes(needle));
  for (const record of fleet.groups()) {
    if (!sightOf(scope, record).machines) continue;
    const { cluster } = record.place;
    for (const kind of TRAITS) {
      for (const { value: name, count } of fleet.traits(record, kind)) {
        if (name === "" || !isWanted(name)) continue;
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
function remembered(test: (value: string) => boolean): (value: string) => boolean {
  const answers = new Map<string, boolean>();
  return (value) => {
    const known = answers.get(value) ?? test(value);
    answers.set(value, known);
    return known;
  };
}

function isSeen(record: FleetGroup, sight: Sight): boolean {
  return objectInSight(record, sight) !== null || (sight.machines && record.members.size > 0);
}

function entryHits(fleet: FleetReader, lists: StandingLists, needle: string, scope: Scope): { hits: Hit[]; matched: number } {
  const query = { ...parseMachinesQuery(""), terms: [{ kind: "text" as const, text: needle, negated: false }] };
  const { list, close } = lists.open(query, scope);
  const hits = list.slice(0, OF_A_KIND).map((entry): Hit => {
    const row = fleet.row(entry);
    const { cluster, namespace, name, uid, state, vouched } = row;
    return { kind: "entry", cluster, namespace, name, uid, state, vouched, detail: row.host || row.address };
  });
  const matched = list.matched;
  close();
  return { hits, matched };
}
