import type { FindingRow } from "@/lib/contract/views/findings";
import type { Since } from "@/lib/domain/verdict/since";
import type { Finding } from "@/lib/server/findings/finding";

/** A list names so many objects of a finding; its own page and a file have no other. */
const MOST_OBJECTS = 12;

/** A finding as lists have it. */
export function findingRow({ id, rule, subject, detected, mute }: Finding, since: Since | null): FindingRow {
  const { objects, evidence, patch } = detected;
  const { code, name, severity, noPatchBecause = "" } = rule;
  return {
    ...{ id, code, rule: name, severity, cluster: subject.cluster, namespace: subject.namespace, subject: subject.kind },
    since,
    objects: objects.slice(0, MOST_OBJECTS).map(({ kind, namespace, name: named }) => ({ kind, namespace, name: named })),
    moreObjects: Math.max(0, objects.length - MOST_OBJECTS),
    evidence: Object.fromEntries(Object.entries(evidence).map(([key, value]) => [key, typeof value === "object" ? [...value] : value])),
    patch: patch ?? null,
    ...(mute !== null && { mute: { until: mute.until, reason: mute.reason } }),
    noPatchBecause: patch === undefined ? noPatchBecause : "",
  };
}
