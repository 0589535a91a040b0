import { isEqualJson, isRecord, type KubeObject, type ObjectMeta, textOf } from "./kube-object";
import { labelValueProblems, nameCauses, qualifiedNameProblems } from "./name-rules";
import { parseGroupVersion, type ResourceType } from "./resource-type";
import type { StatusCause } from "./status-errors";

const annotationsLimitBytes = 256 * 1024;
/** Finalizers that Kubernetes itself knows by a name without a domain. */
const standardFinalizers = new Set(["orphan", "foregroundDeletion", "kubernetes"]);

/**
 * What is wrong with the metadata of an object about to be written. `before`: what it replaces; a real server then looks three times,
 * and tells three times what it finds.
 */
export function metadataCauses({ metadata }: KubeObject, before: KubeObject | null, type: ResourceType): StatusCause[] {
  const finalizers = finalizerCauses(metadata.finalizers ?? []);
  if (before === null) return [...nameCauses(metadata, type), ...describedCauses(metadata), ...finalizers, ...unqualifiedCauses(metadata, type)];
  const changes = [...newFinalizerCauses(metadata, before.metadata), ...immutableCauses(metadata, before.metadata), ...describedCauses(metadata)];
  return [...describedCauses(metadata), ...finalizers, ...changes, ...changes];
}

/** What clients are warned of whose body names an owner twice. */
export function duplicateOwnerWarnings({ metadata }: KubeObject): string[] {
  const uids = (metadata.ownerReferences ?? []).map(({ uid }) => uid);
  const twice = [...new Set(uids.filter((uid, index) => uids.indexOf(uid) < index))];
  if (twice.length === 0) return [];
  const head =
    ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24";
  return [`${head}; please fix your requests; duplicate UID(s) observed: ${twice.join(", ")}`];
}

/** What clients are warned of: a custom resource's finalizers without a domain. */
export function finalizerWarnings({ metadata }: KubeObject, type: ResourceType): string[] {
  if (!type.custom) return [];
  return (metadata.finalizers ?? [])
    .filter((name) => !name.includes("/") && !standardFinalizers.has(name))
    .map((name) => {
      const path = name.includes(".") ? " including a path (/)" : "";
      return `metadata.finalizers: ${JSON.stringify(name)}: prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
    });
}

/** Labels, annotations and owners. */
function describedCauses(metadata: ObjectMeta): StatusCause[] {
  const labels = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => [
    ...qualifiedNameProblems(key).map((rule) => cause("metadata.labels", key, rule)),
    ...labelValueProblems(value).map((rule) => cause("metadata.labels", value, rule)),
  ]);
  return [...labels, ...annotationCauses(metadata.annotations ?? {}), ...ownerCauses(metadata.ownerReferences)];
}

function annotationCauses(annotations: Readonly<Record<string, string>>): StatusCause[] {
  const field = "metadata.annotations";
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...Object.keys(annotations).flatMap((key) => qualifiedNameProblems(key.toLowerCase()).map((rule) => cause(field, key, rule))),
    ...(size > annotationsLimitBytes ? [{ reason: "FieldValueTooLong", message: `Too long: may not be more than ${annotationsLimitBytes} bytes`, field }] : []),
  ];
}

function ownerCauses(given: unknown): StatusCause[] {
  const owners = (Array.isArray(given) ? given : []).filter(isRecord);
  const controllers = owners.filter(({ controller }) => controller === true).map(({ kind, name }) => `${textOf(kind)}/${textOf(name)}`);
  const [first, ...others] = controllers;
  return [
    ...owners.flatMap(oneOwnerCauses),
    ...others.map((other) => {
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`;
      return shownCause("metadata.ownerReferences", owners, why);
    }),
  ];
}

function oneOwnerCauses(owner: Record<string, unknown>): StatusCause[] {
  const field = "metadata.ownerReferences";
  const apiVersion = textOf(owner.apiVersion);
  const { group, version } = parseGroupVersion(apiVersion.split("/").length > 2 ? "" : apiVersion);
  const empty = ["kind", "name", "uid"].filter((name) => textOf(owner[name]) === "");
  const isEvent = owner.kind === "Event" && version === "v1" && (group === "" || group === "events.k8s.io");
  return [
    ...(version === "" ? [cause(`${field}.apiVersion`, apiVersion, "version must not be empty")] : []),
    ...empty.map((name) => cause(`${field}.${name}`, "", "must not be empty")),
    ...(isEvent ? [shownCause(field, owner, `${group}/v1, Kind=Event is disallowed from being an owner`)] : []),
  ];
}

function finalizerCauses(finalizers: readonly string[]): StatusCause[] {
  const field = "metadata.finalizers";
  const isBoth = finalizers.includes("orphan") && finalizers.includes("foregroundDeletion");
  return [
    ...finalizers.flatMap((name) => qualifiedNameProblems(name).map((rule) => cause(field, name, rule))),
    ...(isBoth ? [shownCause(field, finalizers, "finalizer orphan and foregroundDeletion cannot be both set")] : []),
  ];
}

/** Built-in kinds take no finalizer without a domain. */
function unqualifiedCauses({ finalizers = [] }: ObjectMeta, type: ResourceType): StatusCause[] {
  if (type.custom) return [];
  return finalizers.flatMap((name, index) => {
    const isKnown = name.includes("/") || standardFinalizers.has(name);
    return isKnown ? [] : [cause(`metadata.finalizers[${index}]`, name, "name is neither a standard finalizer name nor is it fully qualified")];
  });
}

function newFinalizerCauses(after: ObjectMeta, before: ObjectMeta): StatusCause[] {
  if (before.deletionTimestamp === undefined) return [];
  const known = new Set(before.finalizers ?? []);
  const added = (after.finalizers ?? []).filter((name) => !known.has(name)).sort();
  if (added.length === 0) return [];
  const list = added.map((name) => JSON.stringify(name)).join(", ");
  const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return [{ reason: "FieldValueForbidden", message, field: "metadata.finalizers" }];
}

function immutableCauses(after: ObjectMeta, before: ObjectMeta): StatusCause[] {
  const fields = ["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;
  return fields.flatMap((field) => {
    const isSame = after[field] === undefined || isEqualJson(after[field], before[field]);
    return isSame ? [] : [shownCause(`metadata.${field}`, after[field], "field is immutable")];
  });
}

function cause(field: string, value: string, rule: string): StatusCause {
  return shownCause(field, value, rule);
}

function shownCause(field: string, value: unknown, rule: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field };
}
