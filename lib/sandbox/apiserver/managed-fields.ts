import { isEqualJson, isRecord, type KubeObject, type ManagedFieldsEntry, type ObjectMeta } from "./kube-object";

/** Who writes, for `metadata.managedFields`. */
export interface FieldWriter {
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339. */
  readonly time: string;
}

/** Leaves of an object by path; a map's own path is among them. Parts are joined by a character no key contains. */
type Leaves = Map<string, unknown>;
const separator = "\u0000";
/** Fields that the server writes; nobody owns them. */
const unowned = new Set([
  ...["name", "namespace", "generateName", "uid", "resourceVersion", "generation", "creationTimestamp"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds", "managedFields", "selfLink"],
]);

/** The manager's name: the query's, else the client's name before its version, else `unknown`. */
export function managerOf(fieldManager: string | null, userAgent: string | undefined): string {
  if (fieldManager !== null && fieldManager !== "") return fieldManager;
  const name = (userAgent ?? "").split("/")[0] ?? "";
  return name === "" ? "unknown" : name.slice(0, 128);
}

/** `managedFields` after an Update by `writer` that turned `before` (null: created) into `after`. */
export function managedAfter(before: KubeObject | null, after: KubeObject, writer: FieldWriter): ManagedFieldsEntry[] {
  const old = before === null ? new Map<string, unknown>() : leavesOf(before);
  const now = leavesOf(after);
  const changed = new Set([...now].filter(([path, value]) => !old.has(path) || !isEqualJson(old.get(path), value)).map(([path]) => path));
  const known = before?.metadata.managedFields ?? [];
  const entries = known.map((entry) => {
    const isOwn = isSameWriter(entry, writer);
    const owned = [...pathsOf(entry.fieldsV1)].filter((path) => now.has(path) && (isOwn || !changed.has(path)));
    return { entry, owned: new Set(isOwn ? [...owned, ...changed] : owned), isOwn };
  });
  const result = entries
    .filter(({ owned }) => owned.size > 0)
    .map(({ entry, owned, isOwn }) => ({ ...entry, fieldsV1: treeOf(owned), ...(isOwn && changed.size > 0 ? { time: writer.time } : {}) }));
  if (changed.size > 0 && !entries.some(({ isOwn }) => isOwn)) result.push(entryOf(writer, changed));
  return result.sort((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : left.manager < right.manager ? -1 : 0));
}

/** The object with these entries, or without the field when there are none. */
export function withManaged(object: KubeObject, entries: ManagedFieldsEntry[]): KubeObject {
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata: entries.length > 0 ? { ...(metadata as ObjectMeta), managedFields: entries } : (metadata as ObjectMeta) };
}

function entryOf(writer: FieldWriter, paths: ReadonlySet<string>): ManagedFieldsEntry {
  return {
    apiVersion: writer.apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1: treeOf(paths),
    manager: writer.manager,
    operation: "Update",
    ...(writer.subresource === "" ? {} : { subresource: writer.subresource }),
    time: writer.time,
  };
}

function isSameWriter(entry: ManagedFieldsEntry, writer: FieldWriter): boolean {
  return entry.manager === writer.manager && entry.operation === "Update" && (entry.subresource ?? "") === writer.subresource;
}

function leavesOf(object: KubeObject): Leaves {
  const leaves: Leaves = new Map();
  for (const [key, value] of Object.entries(object)) {
    if (key === "apiVersion" || key === "kind" || isServerWritten(object.kind, key)) continue;
    if (key !== "metadata") collect(leaves, `f:${key}`, value, object.kind);
    else if (isRecord(value)) for (const [field, part] of Object.entries(value)) if (!unowned.has(field)) collectMeta(leaves, field, part);
  }
  return leaves;
}

/** What the server itself puts into new objects of these kinds is nobody's. */
function isServerWritten(kind: string, field: string): boolean {
  return (kind === "Namespace" && field !== "metadata") || (kind === "CustomResourceDefinition" && field === "status");
}

function collectMeta(leaves: Leaves, field: string, value: unknown): void {
  const path = `f:metadata${separator}f:${field}`;
  if (!Array.isArray(value)) {
    collect(leaves, path, value, "");
    return;
  }
  leaves.set(path, null);
  for (const item of value) {
    const key = isRecord(item) ? `k:${JSON.stringify({ uid: item.uid })}` : `v:${JSON.stringify(item)}`;
    leaves.set(`${path}${separator}${key}`, item);
  }
}

function collect(leaves: Leaves, path: string, value: unknown, kind: string): void {
  if (isListByName(kind, path, value)) {
    leaves.set(path, null);
    for (const item of value) collect(leaves, `${path}${separator}k:${JSON.stringify({ name: item.name })}`, item, kind);
  } else if (!isRecord(value) || path === "f:roleRef") {
    leaves.set(path, value);
  } else {
    const isPlainPart = builtinKinds.has(kind) && path === "f:spec";
    if (!isPlainPart) leaves.set(path, null);
    for (const [key, part] of Object.entries(value)) collect(leaves, `${path}${separator}f:${key}`, part, kind);
  }
}

/** Kinds whose `spec` is a fixed structure, which nobody owns as a whole. */
const builtinKinds = new Set(["Pod", "Service", "Node", "Deployment", "Lease", "SelfSubjectAccessReview", "SubjectAccessReview"]);

/** Ports of a ServiceEntry are told apart by name; all other lists of custom resources are owned as a whole. */
function isListByName(kind: string, path: string, value: unknown): value is Array<Record<string, unknown>> {
  return kind === "ServiceEntry" && path === `f:spec${separator}f:ports` && Array.isArray(value) && value.every(isRecord);
}

function* pathsOf(tree: Record<string, unknown>, prefix = ""): Generator<string> {
  for (const [key, value] of Object.entries(tree)) {
    if (key === ".") continue;
    const path = prefix === "" ? key : `${prefix}${separator}${key}`;
    const children = isRecord(value) ? value : {};
    if (Object.keys(children).length === 0 || "." in children) yield path;
    yield* pathsOf(children, path);
  }
}

function treeOf(paths: Iterable<string>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const path of [...paths].sort()) {
    let node = tree;
    for (const part of path.split(separator)) {
      const isKnown = Object.hasOwn(node, part);
      const child = isKnown && isRecord(node[part]) ? (node[part] as Record<string, unknown>) : {};
      if (!isKnown) Object.defineProperty(node, part, { value: child, enumerable: true, configurable: true, writable: true });
      node = child;
    }
  }
  return markOwned(tree, new Set(paths), "");
}

/** Writes "." into every node that is owned itself and has owned children. */
function markOwned(tree: Record<string, unknown>, owned: ReadonlySet<string>, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const path = prefix === "" ? key : `${prefix}${separator}${key}`;
      const children = isRecord(value) ? value : {};
      if (Object.keys(children).length === 0) return [key, {}];
      return [key, { ...(owned.has(path) ? { ".": {} } : {}), ...markOwned(children, owned, path) }];
    }),
  );
}
