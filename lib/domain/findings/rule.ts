import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { Replica } from "@/lib/domain/mesh/world";
import { type SourceName, sourceDefinition } from "@/lib/domain/source/source";
import type { FindingsWorld, LocalityInUse, NetworkSubject, ServiceSubject } from "./findings-world";

/** The subjects of rules. A rule runs for each subject of its kind alone. */
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

/** error: traffic is lost or reaches the wrong endpoint. warning: it will be, or the state is unreliable. note: worth knowing. The worst first. */
export const FINDING_SEVERITIES = ["error", "warning", "note"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** The stable code of a rule, such as STL101. */
export type FindingCode = `STL${number}`;

/** An object of a finding, whose page shows the finding: a Kubernetes kind, or `Network`, `Locality`. It is in the cluster of the finding. */
export interface FindingObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The evidence by name. `lib/format/findings` makes sentences of it. */
export type FindingEvidence = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The remedy: a merge patch for `kubectl patch`, or a command. */
export type FindingPatch =
  | { readonly kind: string; readonly namespace: string; readonly name: string; readonly type: "merge"; readonly body: unknown }
  | { readonly command: string };

/** One finding about a subject. */
export interface DetectedFinding {
  /** The key of a finding among several of one rule about one subject ("" = there is one). It is stable while the fault lasts, such as a host name. */
  readonly of?: string;
  /** The subject is the first, if it is a Kubernetes object. */
  readonly objects: readonly FindingObject[];
  readonly evidence: FindingEvidence;
  readonly patch?: FindingPatch;
}

/** The answer of a rule about a subject: its findings (none = fine), or the sources without which it cannot tell. */
export type RuleResult = readonly DetectedFinding[] | { readonly cannotTell: readonly SourceName[] };

/** A rule that finds one kind of fault. Pure: its answer follows from the subject and from what it reads of the world. */
export interface Rule<S extends RuleSubjectKind = RuleSubjectKind> {
  readonly code: FindingCode;
  /** In kebab-case. */
  readonly name: string;
  readonly subject: S;
  readonly severity: FindingSeverity;
  /**
   * Sources without which it cannot tell. They must be visible in the namespace of the subject; those of the mesh, and those of a subject without a namespace,
   * anywhere.
   */
  readonly needs: readonly SourceName[];
  /** Sources that must be visible in the whole cluster. */
  readonly needsAll?: readonly SourceName[];
  /**
   * True if its findings follow from the entries and groups in the namespace of the subject alone. A viewer of those then gets the same findings, and may also see
   * when they began (`visible-history.ts`).
   */
  readonly isNamespaceLocal?: true;
  /** Sources of which a part is enough: its findings are true, but there may be more while not all is visible. */
  readonly betterWith?: readonly SourceName[];
  /** Sources that could refute a finding. While one of them is not visible, the answer is "cannot tell" instead of a finding (`evaluateRule`). */
  refutedBy?(subject: RuleSubjects[S], world: FindingsWorld): readonly SourceName[];
  /** The reason why the rule has no patch. Missing if it has one. */
  readonly noPatchBecause?: string;
  detect(subject: RuleSubjects[S], world: FindingsWorld): RuleResult;
  /** The time at which the answer changes by time alone (milliseconds, null = never). Each rule that reads `world.now` has it. */
  due?(subject: RuleSubjects[S], world: FindingsWorld): number | null;
}

/** A rule about any kind of subject. */
export type AnyRule = { readonly [S in RuleSubjectKind]: Rule<S> }[RuleSubjectKind];

/** The answer of a rule about a subject. It is "cannot tell" if a source that is not visible could refute the finding. */
export function evaluateRule<S extends RuleSubjectKind>(rule: Rule<S>, subject: RuleSubjects[S], world: FindingsWorld): RuleResult {
  const detection = rule.detect(subject, world);
  if (isCannotTell(detection) || detection.length === 0) return detection;
  const unseen = (rule.refutedBy?.(subject, world) ?? []).filter((source) => !isVisible(source, subject, world));
  return unseen.length === 0 ? detection : { cannotTell: unseen };
}

/** Sources of teams must be visible in the namespace of the subject. Namespaces count as a whole (the network of Pods). */
function isVisible(source: SourceName, subject: RuleSubjects[RuleSubjectKind], world: FindingsWorld): boolean {
  const isOfMesh = source === "namespaces" || sourceDefinition(source).owner === "mesh";
  return isOfMesh ? world.sees(source) : world.sees(source, namespaceOf(subject));
}

function namespaceOf(subject: RuleSubjects[RuleSubjectKind]): string | undefined {
  if ("selector" in subject) return subject.selector.namespace;
  return "namespace" in subject ? subject.namespace : undefined;
}

/** The object of an entry, a group or a service in a finding. */
export function findingObject(kind: string, { namespace, name }: { readonly namespace: string; readonly name: string }): FindingObject {
  return { kind, namespace, name };
}

/** True if the rule cannot tell. */
export function isCannotTell(detection: RuleResult): detection is { readonly cannotTell: readonly SourceName[] } {
  return "cannotTell" in detection;
}
