"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import type { LossesAnswer } from "@/lib/contract/answers/history";
import { EMPTY_FACET_VALUE } from "@/lib/contract/url/filter-term";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { groupMachinesQuery } from "@/lib/contract/url/page-query";
import type { ControlPlaneHead, ReplicaRow } from "@/lib/contract/views/control-plane";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import type { ViewState } from "@/lib/contract/views/view";
import { isTrouble, STATES } from "@/lib/domain/verdict/verdict";
import type { HeldOfGroup, OthersOnReplicas } from "@/lib/format/replicas-of-group";

/** A replica of istiod that held machines which are lost or in trouble. */
export interface ReplicaOfGroup {
  readonly name: string;
  readonly held: HeldOfGroup;
  /** Null = it has no Pod and no machine names it, as far as is seen. */
  readonly row: ReplicaRow | null;
  /** Why there is no row; "" while that is being read, and where there is one. */
  readonly absence: "" | "gone" | "not visible" | "not known";
}

/** So many replicas are told of. */
const MOST = 3;
const REPLICAS = { offset: 0, limit: 50 };

interface Place {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

type Counts = NonNullable<SingleGroupHead["detail"]>["replicas"];

/** The replicas that held a group's lost and troubled machines, the most first, and how machines of other groups on them fare. */
export function useReplicasOfGroup(place: Place, counts: Counts, losses: LossesAnswer | null) {
  const names = namesOf(counts, losses);
  const isAsked = names.length > 0;
  const others = { ...groupMachinesQuery(place), namespaces: [], terms: [...names.map(onReplica), notInGroup(`${place.namespace}/${place.name}`)] };
  const grouped = { ...others, terms: [...others.terms, notInGroup(EMPTY_FACET_VALUE)] };
  const plane = useView("control-plane", isAsked ? formatListQuery({ ...others, terms: [], sort: "" }) : null, REPLICAS);
  const machines = useView("entries", isAsked ? formatListQuery(grouped) : null, NO_ROWS);
  // A facet lists a dozen values: the list of groups counts all.
  const groups = useView("groups", isAsked ? formatListQuery(others) : null, NO_ROWS);
  const rowOf = (name: string) => plane.state?.rows.find((row) => row.name === name) ?? null;
  const absence = absenceIn(plane.state);
  return {
    replicas: names.map((name): ReplicaOfGroup => ({ name, held: heldBy(name, counts, losses), row: rowOf(name), absence: rowOf(name) ? "" : absence })),
    cluster: plane.state?.head.clusters[0] ?? null,
    others: machines.state === null || groups.state === null ? null : othersOf(machines.state.head, groups.state.head.matched),
  };
}

/** What it means that a replica is not among those that are told of. */
function absenceIn(state: ViewState<ControlPlaneHead, ReplicaRow> | null): ReplicaOfGroup["absence"] {
  if (state === null) return "";
  if (state.head.clusters[0]?.replicas.kind !== "known") return "not visible";
  return state.head.total > state.rows.length ? "not known" : "gone";
}

function goneOf(losses: LossesAnswer | null) {
  return (losses?.rows ?? []).filter(({ planned, replacedBy }) => !planned && replacedBy === "");
}

function namesOf(counts: Counts, losses: LossesAnswer | null): readonly string[] {
  const harm = new Map<string, number>();
  const add = (name: string, count: number) => name !== "" && count > 0 && harm.set(name, (harm.get(name) ?? 0) + count);
  for (const { value, trouble } of counts) add(value, trouble);
  for (const { row } of goneOf(losses)) add(row.controller, 1);
  return [...harm]
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([name]) => name);
}

function heldBy(name: string, counts: Counts, losses: LossesAnswer | null): HeldOfGroup {
  const gone = goneOf(losses);
  return {
    lost: gone.filter(({ row }) => row.controller === name).length,
    lostTotal: gone.length,
    troubled: counts.find(({ value }) => value === name)?.trouble ?? 0,
    troubledTotal: counts.reduce((sum, { trouble }) => sum + trouble, 0),
  };
}

function onReplica(value: string) {
  return { kind: "facet", facet: "replica", value, negated: false } as const;
}

function notInGroup(value: string) {
  return { kind: "facet", facet: "group", value, negated: true } as const;
}

function othersOf({ matched, facets }: EntriesHead, groups: number): OthersOnReplicas {
  const states = facets.find(({ key }) => key === "state")?.values ?? [];
  const troubled = states.filter(({ value }) => STATES.some((state) => state === value && isTrouble(state))).reduce((sum, { count }) => sum + count, 0);
  return { machines: matched, groups, troubled };
}
