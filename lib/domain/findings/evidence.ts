import { type KeyCheckedKind, splitMisplacedKeyPath } from "@/lib/domain/entry/istio-keys";
import { type IstiodCondition, type IstiodConditionType, istiodStatusOf } from "@/lib/domain/entry/istiod-status";
import type { FindingEvidence } from "./rule";

/** The condition of a type and status in an object; null = none. */
export function findIstiodCondition(istiodStatus: string, type: IstiodConditionType, status: "True" | "False"): IstiodCondition | null {
  return istiodStatusOf(istiodStatus).conditions.find((one) => one.type === type && one.status === status) ?? null;
}

/** A condition as evidence. */
export function conditionEvidence({ reason, message, isOlder }: IstiodCondition): FindingEvidence {
  return { reason, message, age: ageEvidence(isOlder) };
}

/** The age of a report of istiod against its object, as evidence. */
export function ageEvidence(isOlder: boolean | null): "older" | "current" | "unknown" {
  return isOlder === null ? "unknown" : isOlder ? "older" : "current";
}

/** The evidence for keys that Istio does not read where they are written; null = there are none. */
export function misplacedEvidence(paths: readonly string[], holderOf: (path: string) => KeyCheckedKind): FindingEvidence | null {
  if (paths.length === 0) return null;
  return { written: paths, read: paths.map((path) => splitMisplacedKeyPath(path, holderOf(path)).reads) };
}
