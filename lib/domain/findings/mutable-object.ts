import type { FindingObject, FindingSubject } from "./rule";

/** The kinds that carry the annotation which mutes findings about them, by their plurals in the API. */
const RESOURCES = {
  WorkloadEntry: "workloadentries",
  WorkloadGroup: "workloadgroups",
  Service: "services",
  ServiceEntry: "serviceentries",
} as const;

export type MutableResource = (typeof RESOURCES)[keyof typeof RESOURCES];

export const MUTABLE_RESOURCES: readonly MutableResource[] = Object.values(RESOURCES);

/** Of which subjects the annotation is looked at: each of them is one object. */
const SUBJECTS: readonly FindingSubject[] = ["entry", "group", "host"];

/**
 * The object at which a finding can be muted for everybody: its subject, which findings name first. Null where the subject is no object of Kubernetes
 * (a place, a network, a mesh …): whatever objects such a finding names are not what it is about.
 */
export function mutableObjectOf(finding: {
  readonly subject: FindingSubject;
  readonly objects: readonly FindingObject[];
}): { readonly resource: MutableResource; readonly namespace: string; readonly name: string } | null {
  const [object] = finding.objects;
  if (object === undefined || !SUBJECTS.includes(finding.subject) || !isMutableKind(object.kind)) return null;
  return { resource: RESOURCES[object.kind], namespace: object.namespace, name: object.name };
}

function isMutableKind(kind: string): kind is keyof typeof RESOURCES {
  return Object.hasOwn(RESOURCES, kind);
}
