import { type SourceName, sourceLine } from "@/lib/domain/source";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { Replica } from "@/lib/domain/world";
import type { FindingHost, FindingsWorld, NetworkSubject, PlaceInUse } from "./findings-world";

/** What one finding is about: a rule looks at each of these by itself. */
export interface SubjectOf {
  readonly entry: WorkloadEntry;
  readonly group: WorkloadGroup;
  readonly host: FindingHost;
  readonly network: NetworkSubject;
  readonly place: PlaceInUse;
  readonly replica: Replica;
  /** A cluster as a whole. */
  readonly mesh: { readonly cluster: string };
}

export type FindingSubject = keyof SubjectOf;

export const FINDING_SUBJECTS: readonly FindingSubject[] = ["entry", "group", "host", "network", "place", "replica", "mesh"];

/** How bad it is: traffic is lost or goes astray; it will be, or nobody can rely on it; it is worth knowing. The worst first. */
export const FINDING_SEVERITIES = ["error", "warning", "note"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export type FindingCode = `STL${number}`;

/** An object that a finding names, so that its page shows the finding: a Kubernetes kind, or `Network`, `Locality`. Cluster: that of the finding. */
export interface FindingObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What was seen, by name: words are made of it in `lib/format/findings`. */
export type FindingEvidence = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What to do about it: a merge patch for `kubectl patch`, or a command. */
export type FindingPatch =
  | { readonly kind: string; readonly namespace: string; readonly name: string; readonly type: "merge"; readonly body: unknown }
  | { readonly command: string };

/** One finding about a subject. */
export interface Detected {
  /** Tells several findings of one rule about one subject apart ("" = there is one): stable while the defect lasts, such as the name of a host. */
  readonly of?: string;
  /** The subject first, where it is an object of Kubernetes. */
  readonly objects: readonly FindingObject[];
  readonly evidence: FindingEvidence;
  readonly patch?: FindingPatch;
}

/** What a rule says of a subject: its findings (none = fine), or without which sources it cannot tell this time. */
export type Detection = readonly Detected[] | { readonly cannotTell: readonly SourceName[] };

/** A signal that names a defect. Pure: what it says follows from the subject and what it reads of the world. */
export interface Rule<S extends FindingSubject = FindingSubject> {
  readonly code: FindingCode;
  /** In kebab-case. */
  readonly name: string;
  readonly subject: S;
  readonly severity: FindingSeverity;
  /** Sources without which it cannot tell: in the namespace of the subject (of a subject without one, and of sources of the mesh, anywhere). */
  readonly needs: readonly SourceName[];
  /** Sources of which it needs all that the cluster has, whatever the namespace. */
  readonly needsAll?: readonly SourceName[];
  /**
   * True if its findings follow from the entries and groups in the namespace of the subject alone. A viewer of those then gets the same findings, and may also see
   * when they began (`record-sight.ts`).
   */
  readonly isNamespaceLocal?: true;
  /** Sources of which a part is enough for what it finds to be true; where not all are in sight, there may be more. */
  readonly betterWith?: readonly SourceName[];
  /** Sources that could refute what it finds about a subject: while one is not visible, its answer is "cannot tell" instead of a finding (`answerOf`). */
  refutedBy?(subject: SubjectOf[S], world: FindingsWorld): readonly SourceName[];
  /** Why it has no patch; left out by those that have one. */
  readonly noPatchBecause?: string;
  detect(subject: SubjectOf[S], world: FindingsWorld): Detection;
  /** When time alone makes another one of what it says (milliseconds, null = never): of whichever rule reads `world.now`. */
  due?(subject: SubjectOf[S], world: FindingsWorld): number | null;
}

/** A rule about any kind of subject. */
export type AnyRule = { readonly [S in FindingSubject]: Rule<S> }[FindingSubject];

/** The answer of a rule about a subject. A finding that objects of an invisible source could refute is none. */
export function answerOf<S extends FindingSubject>(rule: Rule<S>, subject: SubjectOf[S], world: FindingsWorld): Detection {
  const detection = rule.detect(subject, world);
  if (lacksSources(detection) || detection.length === 0) return detection;
  const unseen = (rule.refutedBy?.(subject, world) ?? []).filter((source) => !isVisible(source, subject, world));
  return unseen.length === 0 ? detection : { cannotTell: unseen };
}

/** Sources of teams are needed in the namespace of the subject. Namespaces decide together (the network of Pods). */
function isVisible(source: SourceName, subject: SubjectOf[FindingSubject], world: FindingsWorld): boolean {
  const isOfMesh = source === "namespaces" || sourceLine(source).owner === "mesh";
  return isOfMesh ? world.sees(source) : world.sees(source, namespaceOf(subject));
}

function namespaceOf(subject: SubjectOf[FindingSubject]): string | undefined {
  if ("selector" in subject) return subject.selector.namespace;
  return "namespace" in subject ? subject.namespace : undefined;
}

/** The object of an entry, a group or a host, as findings name it. */
export function findingObject(kind: string, { namespace, name }: { readonly namespace: string; readonly name: string }): FindingObject {
  return { kind, namespace, name };
}

/** Did the rule lack something to tell? */
export function lacksSources(detection: Detection): detection is { readonly cannotTell: readonly SourceName[] } {
  return "cannotTell" in detection;
}
