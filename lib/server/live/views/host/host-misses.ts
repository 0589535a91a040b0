import type { HostDetail } from "@/lib/contract/host";
import { labelsWithOrigin } from "@/lib/domain/effective-labels";
import type { Scope } from "@/lib/domain/scope";
import type { MeshSettings } from "@/lib/domain/selection/mesh";
import { type Miss, nearestMisses } from "@/lib/domain/selection/nearest-misses";
import type { Candidate } from "@/lib/domain/selection/reasons";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { changeWords } from "@/lib/format/change-words";
import { reasonWords } from "@/lib/format/reason-words";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isSourceInSight } from "@/lib/server/hosts/counts-in-sight";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { Members } from "./host-endpoints";

/** So many kinds of misses are told. */
const MOST_TOLD = 5;
/** So many machines of a namespace are looked at, one of each kind and label set first. */
const MOST_LOOKED_AT = 2_000;

type HostMiss = HostDetail["misses"][number];

/**
 * Machines and Pods of the host's namespace that it does not take, nearest first, those of one reason as one line. Machines of one group with equal
 * labels are one question: they are asked once.
 */
export function missesOf(
  fleet: FleetReader,
  { host, members, mesh }: { readonly host: HostObject; readonly members: Members; readonly mesh: MeshSettings },
  scope: Scope,
): { readonly misses: HostMiss[]; readonly more: number } {
  const { cluster, selector } = host;
  const taken = new Set<unknown>([...(members.machines ?? []), ...(members.pods ?? [])]);
  const questions = new Map<string, Question>();
  for (const ref of members.machines === null ? [] : machinesIn(fleet, cluster, selector.namespace)) {
    if (taken.has(ref) || questions.size >= MOST_LOOKED_AT) continue;
    const entry = fleet.entry(ref);
    ask(questions, entryKey(entry), { candidate: { kind: "entry", entry }, cluster, uid: entry.uid });
  }
  const seesPods = members.pods !== null && isSourceInSight(scope, cluster, "workload-pods", selector.namespace);
  for (const pod of seesPods ? fleet.tables["workload-pods"].inNamespace(cluster, selector.namespace) : []) {
    if (taken.has(pod) || questions.size >= MOST_LOOKED_AT) continue;
    ask(questions, podKey(pod), { candidate: { kind: "pod", pod }, cluster, uid: pod.uid });
  }
  const byCandidate = new Map([...questions.values()].map((one) => [one.candidate, one]));
  const lines = joined(nearestMisses(selector, [...byCandidate.keys()], mesh), byCandidate, selector.kind);
  return { misses: lines.slice(0, MOST_TOLD), more: Math.max(0, lines.length - MOST_TOLD) };
}

interface Question {
  readonly candidate: Candidate;
  readonly cluster: string;
  readonly uid: string;
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
function entryKey(entry: WorkloadEntry): string {
  const labels = labelsWithOrigin(entry).map(({ key, value }) => [key, value]);
  const isName = /[^0-9a-f.:]/i.test(entry.address) ? entry.address : "";
  return JSON.stringify([labels, isName, entry.gate, entry.health?.status]);
}

function podKey(pod: WorkloadPod): string {
  return JSON.stringify([pod.labels, pod.phase, pod.ready, pod.deletingAt !== null, pod.address === ""]);
}

function joined(misses: readonly Miss[], questions: ReadonlyMap<Candidate, Question>, kind: "Service" | "ServiceEntry"): HostMiss[] {
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
