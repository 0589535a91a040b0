import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { type StoredFinding, storedFindingObjects } from "@/lib/domain/history/finding-history";
import type { Transition } from "@/lib/domain/history/transition";
import type { AnyRule, Finding } from "@/lib/server/findings/finding";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistoryRecord, SubjectKey } from "./history-record";
import type { OpenVersion } from "./open-versions";
import { storedFinding } from "./stored";

type FindingRecord = Extract<HistoryRecord, { kind: "finding" }>;

/** The name of the windows in which findings are looked at. */
export const FINDINGS_WATCHED = "findings";

const ASKED = "rule/";

/** A finding as the record knows it. */
export interface RecordedFinding {
  readonly subject: SubjectKey;
  readonly kept: StoredFinding;
}

/** That a rule is asked is kept as an open version: what a rule of a later version finds at once did not come about at once. */
export function askedRecord(cluster: string, { code, name }: AnyRule, at: number): FindingRecord {
  const subject: SubjectKey = { cluster, kind: "finding", namespace: "", name, uid: `${ASKED}${code}` };
  const shape: StoredFinding = { rule: name, objects: [], more: 0, group: null };
  return { kind: "finding", change: "asked", subject, series: null, moment: { at, notBefore: null }, shape, transitions: [] };
}

/** The code of the rule that is said to be asked; null where a uid is that of a finding. */
export function ruleAsked(uid: string): string | null {
  return uid.startsWith(ASKED) ? uid.slice(ASKED.length) : null;
}

/** What is kept of a finding that is there. */
export function recordedFinding(fleet: FleetReader, { id, rule, subject, detected }: Finding): RecordedFinding {
  const { cluster, namespace } = subject;
  return {
    subject: { cluster, kind: "finding", namespace, name: detected.objects[0]?.name ?? subject.key, uid: id },
    kept: { rule: rule.name, ...storedFindingObjects(detected.objects), group: groupOf(fleet, subject) },
  };
}

/** The same from the record. */
export function openFinding(open: OpenVersion): RecordedFinding {
  return { subject: open.subject, kept: storedFinding(open) };
}

/** That a finding appeared, or is found no more; `isOver`: what it was about is no more. */
export function findingRecord({ subject, kept }: RecordedFinding, change: "appeared" | "resolved", moment: EventTime, isOver: boolean): FindingRecord {
  const { rule, objects, more, group } = kept;
  const { cluster, namespace } = subject;
  const [code = ""] = subject.uid.split("/", 1);
  const facts = { kind: "finding", rule, objects, more, gone: isOver } as const;
  const transition: Transition = { type: `finding-${change}`, from: rule, to: code, detail: "", ...moment, facts };
  return { kind: "finding", change, subject, series: group === null ? null : { cluster, namespace, group }, moment, shape: kept, transitions: [transition] };
}

/** The group that it concerns, so that the group's log tells of it. */
function groupOf(fleet: FleetReader, { kind, cluster, key }: Finding["subject"]): string | null {
  if (kind === "group") return key;
  const ref = kind === "entry" ? fleet.byUid(cluster, key) : null;
  return ref === null ? null : fleet.groupOf(ref).name;
}
