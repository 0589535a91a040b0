import { type KeyCheckedKind, splitMisplacedKeyPath } from "@/lib/domain/entry/istio-keys";
import { type IstiodCondition, type IstiodConditionType, parseIstiodStatus } from "@/lib/domain/entry/istiod-status";
import type { FindingEvidence } from "./rule";

/** Returns the condition with this type and status from an object's stored istiod status; null = none. */
export function findIstiodCondition(istiodStatus: string, type: IstiodConditionType, status: "True" | "False"): IstiodCondition | null {
  return parseIstiodStatus(istiodStatus).conditions.find((one) => one.type === type && one.status === status) ?? null;
}

/** Returns a condition of istiod as evidence of a finding. */
export function conditionEvidence({ reason, message, isOlder }: IstiodCondition): FindingEvidence {
  return { reason, message, age: reportAgeEvidence(isOlder) };
}

/** Returns whether a report of istiod is older than the object's last change, as evidence of a finding. */
export function reportAgeEvidence(isOlder: boolean | null): "older" | "current" | "unknown" {
  return isOlder === null ? "unknown" : isOlder ? "older" : "current";
}

/** Returns the evidence for labels or annotations that Istio does not read where they are written; null = there are none. */
export function misplacedKeysEvidence(paths: readonly string[], holderOf: (path: string) => KeyCheckedKind): FindingEvidence | null {
  if (paths.length === 0) return null;
  return { written: paths, read: paths.map((path) => splitMisplacedKeyPath(path, holderOf(path)).reads) };
}
