import { type IstiodCondition, type IstiodConditionType, istiodStatusOf } from "@/lib/domain/istiod-status";
import type { FindingEvidence } from "./rule";

/** The condition of a type in an object's status that says so; null = none. */
export function conditionThat(istiodStatus: string, type: IstiodConditionType, status: "True" | "False"): IstiodCondition | null {
  return istiodStatusOf(istiodStatus).conditions.find((one) => one.type === type && one.status === status) ?? null;
}

/** A condition as evidence. */
export function conditionEvidence({ reason, message, isOlder }: IstiodCondition): FindingEvidence {
  return { reason, message, age: ageEvidence(isOlder) };
}

/** Whether a report of istiod is older than the object that it is about. */
export function ageEvidence(isOlder: boolean | null): "older" | "current" | "unknown" {
  return isOlder === null ? "unknown" : isOlder ? "older" : "current";
}
