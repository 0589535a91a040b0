import type { ObjectMute } from "@/lib/domain/findings/object-mute";
import type { DetectedFinding, FindingObject, RuleSubjectKind } from "@/lib/domain/findings/rule";
import type { RULES } from "@/lib/domain/findings/rules";
import type { SourceName } from "@/lib/domain/source/source";

export type AnyRule = (typeof RULES)[number];

/** Which subject a finding is about: `key` names it among those of its kind in its cluster. */
export interface SubjectRef {
  readonly kind: RuleSubjectKind;
  readonly cluster: string;
  /** "" = it lies in none. */
  readonly namespace: string;
  readonly key: string;
}

/** One finding of a fleet. */
export interface Finding {
  /** Names it for as long as its defect lasts: also by the record, and in addresses. */
  readonly id: string;
  readonly rule: AnyRule;
  readonly subject: SubjectRef;
  readonly detected: DetectedFinding;
  /** Its subject's annotation mutes it, or did until then. */
  readonly mute: ObjectMute | null;
}

/** What was found about one subject. */
export interface SubjectFindings {
  readonly findings: readonly Finding[];
  /** Rules that could not tell, and for lack of what. */
  readonly untold: readonly { readonly rule: AnyRule; readonly sources: readonly SourceName[] }[];
}

/** Nothing is wrong: one value for nearly all subjects. */
export const FINE: SubjectFindings = { findings: [], untold: [] };

/** The name of a finding. */
export function findingId({ code }: Pick<AnyRule, "code">, { cluster, namespace, key }: SubjectRef, of: string | undefined): string {
  return [code, cluster, namespace, key, ...(of === undefined || of === "" ? [] : [of])].map(encodeURIComponent).join("/");
}

/** An object that findings are kept by, as one text. */
export function objectKey(cluster: string, { kind, namespace, name }: FindingObject): string {
  return `${cluster}\n${kind}\n${namespace}\n${name}`;
}
