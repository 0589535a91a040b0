import type { ServiceDetail } from "@/lib/contract/views/service";
import { labelsWithOrigin } from "@/lib/domain/entry/effective-labels";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { compareText } from "@/lib/domain/object/compare-text";
import { type LabelSource, missesNearestFirst, missWithOneFix, type SelectionMiss } from "@/lib/domain/selection/nearest-misses";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import { type ExclusionReasonCode, LASTING_EXCLUSION_REASONS, type LastingExclusionReason, type SelectionCandidate } from "@/lib/domain/selection/reasons";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { changeWords } from "@/lib/format/change-words";
import { reasonWords } from "@/lib/format/reason-words";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { entryLabelOrigin, labelledLike } from "@/lib/server/hosts/label-origin";
import { readsTopology } from "@/lib/server/hosts/mesh-of";
import type { Members } from "./host-endpoints";

/** So many kinds of misses are told. */
const MOST_TOLD = 5;
/** So many machines of a namespace are looked at, one of each kind and label set first. */
const MOST_LOOKED_AT = 2_000;

type HostMiss = ServiceDetail["misses"][number];

/**
 * Machines and Pods that one edit would have selected, nearest first, those of one reason as one line: of the service's namespace, and where it selects nobody
 * those of other visible namespaces that have all it wants. Machines of one group with equal labels are evaluated once.
 */
export function missesOf(
  fleet: FleetReader,
  { host, members, mesh }: MissedBy,
  scope: Scope,
): { readonly misses: HostMiss[]; readonly more: number; readonly excluded: ServiceDetail["excluded"] } {
  const { cluster, selector } = host;
  if (hasNoSelector(selector)) return { misses: [], more: 0, excluded: [] };
  const taken = new Set<unknown>([...(members.machines ?? []), ...(members.pods ?? [])]);
  const questions = new Map<string, Question>();
  const isTopologyRead = readsTopology(fleet.worldOf(cluster));
  for (const ref of members.machines === null ? [] : machinesIn(fleet, cluster, selector.namespace)) {
    if (taken.has(ref) || questions.size >= MOST_LOOKED_AT) continue;
    const entry = fleet.entry(ref);
    const labelsFrom = entryLabelOrigin(fleet, scope, entry, selector);
    ask(questions, entryKey(entry, labelsFrom, isTopologyRead), { candidate: { kind: "entry", entry }, cluster, uid: entry.uid, labelsFrom });
  }
  const seesPods = members.pods !== null && isSourceVisible(scope, cluster, "workload-pods", selector.namespace);
  for (const pod of seesPods ? fleet.tables["workload-pods"].inNamespace(cluster, selector.namespace) : []) {
    if (taken.has(pod) || questions.size >= MOST_LOOKED_AT) continue;
    ask(questions, podKey(pod), { candidate: { kind: "pod", pod }, cluster, uid: pod.uid, labelsFrom: POD_WORKLOAD });
  }
  const isEmpty = members.machines !== null && members.pods !== null && taken.size === 0;
  if (isEmpty) askElsewhere(questions, fleet, host, scope);
  const byCandidate = new Map([...questions.values()].map((one) => [one.candidate, one]));
  const all = missesNearestFirst(selector, [...byCandidate.keys()], mesh);
  const near = all.flatMap(
    (miss) => missWithOneFix(miss, { selector, labelsFrom: byCandidate.get(miss.candidate)?.labelsFrom ?? null, selectsNothing: isEmpty }) ?? [],
  );
  const lines = joined(near, byCandidate, selector.kind);
  return { misses: lines.slice(0, MOST_TOLD), more: Math.max(0, lines.length - MOST_TOLD), excluded: excludedOf(all, byCandidate) };
}

/** An object without a selector has its endpoints from elsewhere: a selector is no correction of it. */
function hasNoSelector({ kind, selector }: MeshService): boolean {
  return selector === null || (kind === "Service" && selector.length === 0);
}

/** Machines and Pods with the labels of the selector, in its namespace, by the first lasting reason. */
function excludedOf(misses: readonly SelectionMiss[], questions: ReadonlyMap<SelectionCandidate, Question>): ServiceDetail["excluded"] {
  const counts = new Map<LastingExclusionReason, { machines: number; pods: number }>();
  for (const { candidate, refusals } of misses) {
    if (refusals.some(({ reason: { code } }) => code === "labels-differ" || code === "other-namespace" || ENDED.has(code))) continue;
    const first = LASTING_EXCLUSION_REASONS.find((code) => refusals.some(({ reason }) => reason.code === code));
    if (first === undefined) continue;
    const count = counts.get(first) ?? { machines: 0, pods: 0 };
    count[candidate.kind === "entry" ? "machines" : "pods"] += questions.get(candidate)?.count ?? 0;
    counts.set(first, count);
  }
  return [...counts].map(([reason, count]) => ({ reason, ...count })).sort((a, b) => b.machines + b.pods - a.machines - a.pods);
}

/** Pods that never answer again. */
const ENDED: ReadonlySet<string> = new Set<ExclusionReasonCode>(["pod-finished", "pod-deleting"]);

interface MissedBy {
  readonly host: HostObject;
  readonly members: Members;
  readonly mesh: MeshSettings;
}

/** The labels of a Pod come from its workload. */
const POD_WORKLOAD: LabelSource = { fits: false };

/** Machines of other namespaces in the viewer's scope that have all labels of the selector: an object never selects across namespaces. */
function askElsewhere(questions: Map<string, Question>, fleet: FleetReader, { cluster, selector }: HostObject, scope: Scope): void {
  const isTopologyRead = readsTopology(fleet.worldOf(cluster));
  for (const namespace of inhabitedNamespaces(fleet, cluster)) {
    if (namespace === selector.namespace || !isInScope(scope, cluster, "workloadentries", namespace)) continue;
    for (const ref of byName(fleet, labelledLike(fleet, { cluster, namespace }, selector))) {
      if (questions.size >= MOST_LOOKED_AT) return;
      const entry = fleet.entry(ref);
      ask(questions, `${namespace} ${entryKey(entry, null, isTopologyRead)}`, {
        candidate: { kind: "entry", entry },
        cluster,
        uid: entry.uid,
        labelsFrom: null,
      });
    }
  }
}

function byName(fleet: FleetReader, machines: Iterable<EntryRef>): readonly EntryRef[] {
  return [...machines].sort((a, b) => compareText(fleet.nameOf(a), fleet.nameOf(b)));
}

interface Question {
  readonly candidate: SelectionCandidate;
  readonly cluster: string;
  readonly uid: string;
  readonly labelsFrom: LabelSource | null;
  count: number;
}

function ask(questions: Map<string, Question>, key: string, question: Omit<Question, "count">): void {
  const known = questions.get(key);
  if (known === undefined) questions.set(key, { ...question, count: 1 });
  else known.count += 1;
}

function* machinesIn(fleet: FleetReader, cluster: string, namespace: string) {
  for (const group of fleet.groupsIn(cluster, namespace)) yield* fleet.members(group);
}

/** What decides about an entry, but its own address and name. */
function entryKey(entry: WorkloadEntry, labelsFrom: LabelSource | null, isTopologyRead: boolean): string {
  const labels = labelsWithOrigin(entry, isTopologyRead).map(({ key, value }) => [key, value]);
  const isName = /[^0-9a-f.:]/i.test(entry.address) ? entry.address : "";
  return JSON.stringify([labels, isName, entry.gate, entry.health?.status, labelsFrom?.fits ?? null]);
}

function podKey(pod: StoredPod): string {
  return JSON.stringify([pod.labels, pod.phase, pod.ready, pod.deletingAt !== null, pod.address === ""]);
}

function joined(misses: readonly SelectionMiss[], questions: ReadonlyMap<SelectionCandidate, Question>, kind: "Service" | "ServiceEntry"): HostMiss[] {
  const lines = new Map<string, HostMiss>();
  for (const { candidate, refusals } of misses) {
    const question = questions.get(candidate);
    if (question === undefined) continue;
    const told = refusals.map(({ reason, change }) => ({ reason: reasonWords(reason), change: changeWords(change, kind) }));
    const key = JSON.stringify([candidate.kind, told]);
    const known = lines.get(key);
    const { namespace, name } = candidate.kind === "entry" ? candidate.entry : candidate.pod;
    const line: HostMiss = {
      kind: candidate.kind === "entry" ? "machine" : "pod",
      cluster: question.cluster,
      namespace,
      name,
      uid: question.uid,
      count: question.count,
      refusals: told,
    };
    lines.set(key, known === undefined ? line : { ...known, count: known.count + question.count });
  }
  return [...lines.values()];
}
