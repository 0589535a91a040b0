import type { FindingObject, RuleSubjectKind } from "./rule";

/** The kinds that can have the annotation which mutes their findings, with their plurals in the API. */
const RESOURCES = {
  WorkloadEntry: "workloadentries",
  WorkloadGroup: "workloadgroups",
  Service: "services",
  ServiceEntry: "serviceentries",
} as const;

export type MuteAnnotationResource = (typeof RESOURCES)[keyof typeof RESOURCES];

export const MUTE_ANNOTATION_RESOURCES: readonly MuteAnnotationResource[] = Object.values(RESOURCES);

/** The kinds of subjects that can have the annotation, because each subject is one object. */
const SUBJECTS: readonly RuleSubjectKind[] = ["entry", "group", "host"];

/**
 * Returns the object whose annotation can mute a finding for all users: the subject of the finding, which is its first object. Null = the subject is
 * not a Kubernetes object (a locality, a network, a mesh …), so that none of the finding's objects is its subject.
 */
export function muteAnnotationTargetOf(finding: {
  readonly subject: RuleSubjectKind;
  readonly objects: readonly FindingObject[];
}): { readonly resource: MuteAnnotationResource; readonly namespace: string; readonly name: string } | null {
  const [object] = finding.objects;
  if (object === undefined || !SUBJECTS.includes(finding.subject) || !isMutableKind(object.kind)) return null;
  return { resource: RESOURCES[object.kind], namespace: object.namespace, name: object.name };
}

function isMutableKind(kind: string): kind is keyof typeof RESOURCES {
  return Object.hasOwn(RESOURCES, kind);
}
