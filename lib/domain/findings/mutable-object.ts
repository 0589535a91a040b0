import type { FindingObject, RuleSubjectKind } from "./rule";

/** The kinds that can have the annotation which mutes their findings, with their plurals in the API. */
const RESOURCES = {
  WorkloadEntry: "workloadentries",
  WorkloadGroup: "workloadgroups",
  Service: "services",
  ServiceEntry: "serviceentries",
} as const;

export type MutableResource = (typeof RESOURCES)[keyof typeof RESOURCES];

export const MUTABLE_RESOURCES: readonly MutableResource[] = Object.values(RESOURCES);

/** The subjects that can have the annotation: each of them is one object. */
const SUBJECTS: readonly RuleSubjectKind[] = ["entry", "group", "host"];

/**
 * The object at which a finding can be muted for all users: its subject, which is the first object of the finding. Null if the subject is no Kubernetes object
 * (a locality, a network, a mesh …): then the objects of the finding are not its subject.
 */
export function mutableObjectOf(finding: {
  readonly subject: RuleSubjectKind;
  readonly objects: readonly FindingObject[];
}): { readonly resource: MutableResource; readonly namespace: string; readonly name: string } | null {
  const [object] = finding.objects;
  if (object === undefined || !SUBJECTS.includes(finding.subject) || !isMutableKind(object.kind)) return null;
  return { resource: RESOURCES[object.kind], namespace: object.namespace, name: object.name };
}

function isMutableKind(kind: string): kind is keyof typeof RESOURCES {
  return Object.hasOwn(RESOURCES, kind);
}
