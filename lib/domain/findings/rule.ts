import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { Replica } from "@/lib/domain/mesh/world";
import { type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import type { FindingsWorld, LocalityInUse, NetworkSubject, ServiceSubject } from "./findings-world";

/** The type of a rule's subject, by its kind. A rule runs separately for each subject of its kind. */
export interface RuleSubjects {
  readonly entry: WorkloadEntry;
  readonly group: WorkloadGroup;
  readonly host: ServiceSubject;
  readonly network: NetworkSubject;
  readonly place: LocalityInUse;
  readonly replica: Replica;
  /** A cluster as a whole. */
  readonly mesh: { readonly cluster: string };
}

/** The kind of a rule's subject. `host`: a Service or ServiceEntry. `place`: a locality. */
export type RuleSubjectKind = keyof RuleSubjects;

export const RULE_SUBJECT_KINDS: readonly RuleSubjectKind[] = ["entry", "group", "host", "network", "place", "replica", "mesh"];

/**
 * The severities, the worst first. error: traffic is lost or reaches the wrong endpoint. warning: it will be, or a shown state is unreliable. note:
 * worth knowing.
 */
export const FINDING_SEVERITIES = ["error", "warning", "note"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** The stable code of a rule, such as STL101. */
export type FindingCode = `STL${number}`;

/**
 * An object that a finding names, and whose page shows the finding: a Kubernetes kind, or `Network` or `ParsedLocality`. It is in the cluster of the
 * finding.
 */
export interface FindingObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The evidence of a finding: values by name. `lib/format/findings` makes sentences of them. */
export type FindingEvidence = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The remedy of a finding: a merge patch for `kubectl patch`, or a command. */
export type FindingRemedy =
  | { readonly kind: string; readonly namespace: string; readonly name: string; readonly type: "merge"; readonly body: unknown }
  | { readonly command: string };

/** One finding of a rule about a subject. */
export interface DetectedFinding {
  /**
   * The key that distinguishes several findings of one rule about one subject, such as a host name; absent = there is only one. It is stable while
   * the fault lasts.
   */
  readonly of?: string;
  /** The objects that the finding names. The first is the subject, if that is a Kubernetes object. */
  readonly objects: readonly FindingObject[];
  readonly evidence: FindingEvidence;
  readonly patch?: FindingRemedy;
}

/** The result of a rule for a subject: its findings (empty = no fault), or the sources without which the rule cannot decide. */
export type RuleResult = readonly DetectedFinding[] | { readonly cannotTell: readonly SourceName[] };

/** A rule that finds one kind of fault. It is a pure function of the subject and of the values that it reads from the world. */
export interface Rule<S extends RuleSubjectKind = RuleSubjectKind> {
  readonly code: FindingCode;
  /** The name of the rule, in kebab-case. */
  readonly name: string;
  readonly subject: S;
  readonly severity: FindingSeverity;
  /**
   * The sources without which the rule cannot decide. A source of the mesh must be visible anywhere, another source in the namespace of the subject;
   * for a subject without a namespace, anywhere.
   */
  readonly needs: readonly SourceName[];
  /** Sources that must be visible in the whole cluster. */
  readonly needsAll?: readonly SourceName[];
  /**
   * True if the findings depend only on the entries and groups in the namespace of the subject. A viewer of these then gets the same findings, and
   * may also see when they began (`visible-history.ts`).
   */
  readonly isNamespaceLocal?: true;
  /** Sources that need not be visible completely: the findings are true, but there may be more while a part is not visible. */
  readonly betterWith?: readonly SourceName[];
  /**
   * Returns the sources that could refute a finding. While one of them is not visible, the result is "cannot tell" instead of a finding (`evaluateRuleForSubject`).
   */
  refutedBy?(subject: RuleSubjects[S], world: FindingsWorld): readonly SourceName[];
  /** The reason why the rule has no patch; absent = it has one. */
  readonly noPatchBecause?: string;
  detect(subject: RuleSubjects[S], world: FindingsWorld): RuleResult;
  /**
   * Returns the time at which the result changes without a change of data, in milliseconds; null = never. Each rule that reads `world.now` has this
   * function.
   */
  due?(subject: RuleSubjects[S], world: FindingsWorld): number | null;
}

/** A rule about any kind of subject. */
export type AnyRule = { readonly [S in RuleSubjectKind]: Rule<S> }[RuleSubjectKind];

/** Returns the result of a rule for a subject. It is "cannot tell" if a source that is not visible could refute the finding. */
export function evaluateRuleForSubject<S extends RuleSubjectKind>(rule: Rule<S>, subject: RuleSubjects[S], world: FindingsWorld): RuleResult {
  const detection = rule.detect(subject, world);
  if (isCannotTell(detection) || detection.length === 0) return detection;
  const unseen = (rule.refutedBy?.(subject, world) ?? []).filter((source) => !isVisible(source, subject, world));
  return unseen.length === 0 ? detection : { cannotTell: unseen };
}

/**
 * Returns true if a source is visible enough to refute a finding: a source of teams in the namespace of the subject, a source of the mesh anywhere,
 * and Namespaces completely (they give the network of Pods).
 */
function isVisible(source: SourceName, subject: RuleSubjects[RuleSubjectKind], world: FindingsWorld): boolean {
  const isOfMesh = source === "namespaces" || sourceDefinition(source).owner === "mesh";
  return isOfMesh ? world.sees(source) : world.sees(source, namespaceOf(subject));
}

function namespaceOf(subject: RuleSubjects[RuleSubjectKind]): string | undefined {
  if ("selector" in subject) return subject.selector.namespace;
  return "namespace" in subject ? subject.namespace : undefined;
}

/** Returns the reference to an object for a finding. */
export function findingObject(kind: string, { namespace, name }: { readonly namespace: string; readonly name: string }): FindingObject {
  return { kind, namespace, name };
}

/** Returns true if the rule cannot decide, because sources are not visible. */
export function isCannotTell(detection: RuleResult): detection is { readonly cannotTell: readonly SourceName[] } {
  return "cannotTell" in detection;
}
