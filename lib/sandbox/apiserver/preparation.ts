import { randomInt, randomUUID } from "node:crypto";
import { isEqualJson, isRecord, type KubeObject, type ObjectMeta, timestampOf } from "./kube-object";
import type { ResourceType } from "./resource-type";

const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789";

/** The object as it is stored first: identity and times are the server's, the status of kinds with `/status` is dropped. */
export function preparedForCreate(object: KubeObject, type: ResourceType, namespace: string, now: number): KubeObject {
  const {
    uid: _uid,
    resourceVersion: _revision,
    generation: _generation,
    selfLink: _link,
    deletionTimestamp: _deletion,
    deletionGracePeriodSeconds: _grace,
    ...kept
  } = object.metadata;
  const { namespace: _namespace, managedFields: _managed, ...metadata } = kept;
  const prepared: KubeObject = {
    ...object,
    metadata: {
      ...withSingleOwners(cleaned(metadata as ObjectMeta)),
      name: generatedName(object.metadata),
      ...(type.namespaced ? { namespace } : {}),
      uid: randomUUID(),
      creationTimestamp: timestampOf(now),
      ...(type.counted ? { generation: 1 } : {}),
    },
  };
  if (type.subresources.includes("status") && type.plural !== "nodes") delete prepared.status;
  return withDefaults(prepared, type);
}

/** The object as it is stored next: what the server owns, and the status unless it is `/status` that is written, stays. */
export function preparedForUpdate(before: KubeObject, after: KubeObject, type: ResourceType, subresource: string): KubeObject {
  if (subresource === "status") {
    const kept = { ...before, status: after.status };
    if (after.status === undefined) delete kept.status;
    return kept;
  }
  const metadata = { ...withSingleOwners(cleaned(after.metadata)), ...serverOwned(before.metadata) };
  if (type.plural === "namespaces") metadata.labels = { ...metadata.labels, "kubernetes.io/metadata.name": before.metadata.name };
  if (before.metadata.deletionTimestamp === undefined) {
    delete metadata.deletionTimestamp;
    delete metadata.deletionGracePeriodSeconds;
  }
  const prepared: KubeObject = { ...after, apiVersion: before.apiVersion, metadata };
  if (type.plural === "namespaces") prepared.spec = before.spec;
  if (type.subresources.includes("status")) {
    delete prepared.status;
    if (before.status !== undefined) prepared.status = before.status;
  }
  if (type.counted && !isEqualJson(countedPart(before, type), countedPart(prepared, type))) {
    prepared.metadata = { ...metadata, generation: (before.metadata.generation ?? 1) + 1 };
  }
  return prepared;
}

function countedPart(object: KubeObject, type: ResourceType): object {
  const { metadata: _metadata, ...rest } = object;
  if (type.subresources.includes("status")) delete (rest as Record<string, unknown>).status;
  return rest;
}

function serverOwned(before: ObjectMeta): Partial<ObjectMeta> {
  const owned: Partial<ObjectMeta> = { name: before.name };
  const fields = [
    "namespace",
    "uid",
    "creationTimestamp",
    "generation",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "resourceVersion",
    "generateName",
  ] as const;
  for (const field of fields) if (before[field] !== undefined) Object.assign(owned, { [field]: before[field] });
  return owned;
}

/** Empty maps and lists of metadata are not kept. */
function cleaned(metadata: ObjectMeta): ObjectMeta {
  const kept = Object.entries(metadata).filter(([key, value]) => {
    if (value === null || value === undefined || value === "") return key === "name";
    if (Array.isArray(value)) return value.length > 0;
    return !isRecord(value) || Object.keys(value).length > 0;
  });
  return Object.fromEntries(kept) as ObjectMeta;
}

/** The same owner named twice is one. */
function withSingleOwners(metadata: ObjectMeta): ObjectMeta {
  const { ownerReferences } = metadata;
  if (!Array.isArray(ownerReferences)) return metadata;
  const uids = ownerReferences.map((owner) => owner?.uid);
  return { ...metadata, ownerReferences: ownerReferences.filter((_owner, index) => uids[index] === undefined || uids.indexOf(uids[index]) === index) };
}

function generatedName(metadata: ObjectMeta): string {
  if (metadata.name !== "" || metadata.generateName === undefined || metadata.generateName === "") return metadata.name;
  const suffix = Array.from({ length: 5 }, () => nameAlphabet[randomInt(nameAlphabet.length)]).join("");
  return `${metadata.generateName.slice(0, 58)}${suffix}`;
}

function withDefaults(object: KubeObject, type: ResourceType): KubeObject {
  const spec = isRecord(object.spec) ? object.spec : {};
  if (type.plural === "namespaces") {
    const labels = { ...object.metadata.labels, "kubernetes.io/metadata.name": object.metadata.name };
    return { ...object, metadata: { ...object.metadata, labels }, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };
  }
  if (type.plural === "pods") return { ...object, status: { phase: "Pending", qosClass: "BestEffort" } };
  if (type.plural === "services") return { ...object, spec: { ...serviceDefaults, ...spec, ports: portsOf(spec) } };
  if (type.plural === "rolebindings" || type.plural === "clusterrolebindings") return { ...object, subjects: subjectsOf(object) };
  if (type.plural === "deployments") return { ...object, spec: { replicas: 1, ...spec } };
  if (type.plural === "customresourcedefinitions")
    return {
      ...object,
      spec: { conversion: { strategy: "None" }, ...spec, names: namesOf(spec) },
      status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: storedVersions(spec) },
    };
  return object;
}

function subjectsOf({ subjects }: KubeObject): unknown {
  if (!Array.isArray(subjects)) return subjects;
  const isOfGroup = ({ kind }: Record<string, unknown>): boolean => kind === "User" || kind === "Group";
  return subjects.map((subject) => (isRecord(subject) && isOfGroup(subject) ? { apiGroup: "rbac.authorization.k8s.io", ...subject } : subject));
}

const serviceDefaults = { type: "ClusterIP", sessionAffinity: "None", internalTrafficPolicy: "Cluster" };

function portsOf({ ports }: Record<string, unknown>): unknown[] {
  return (Array.isArray(ports) ? ports : []).map((port) => (isRecord(port) ? { protocol: "TCP", targetPort: port.port, ...port } : port));
}

/** What a new object is given beside what its writer owns: a Service its addresses, a role without rules none. */
export function allocated(object: KubeObject, type: ResourceType): KubeObject {
  if (type.plural === "roles" || type.plural === "clusterroles") return { ...object, rules: object.rules ?? null };
  if (type.plural !== "services" || !isRecord(object.spec)) return object;
  const { spec } = object;
  const address = spec.clusterIP ?? `10.${randomInt(96, 112)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const isFree = address === "None" && spec.selector === undefined;
  const families = isFree ? { ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "RequireDualStack" } : { ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" };
  return { ...object, spec: { ...families, ...spec, clusterIP: address, clusterIPs: [address] }, status: { loadBalancer: {} } };
}

function namesOf({ names }: Record<string, unknown>): unknown {
  if (!isRecord(names) || typeof names.kind !== "string") return names;
  return { ...names, singular: names.singular ?? names.kind.toLowerCase(), listKind: names.listKind ?? `${names.kind}List` };
}

function storedVersions(spec: Record<string, unknown>): unknown[] {
  const versions = Array.isArray(spec.versions) ? spec.versions.filter(isRecord) : [];
  return versions.filter((version) => version.storage === true).map((version) => version.name);
}
