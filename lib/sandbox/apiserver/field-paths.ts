import { isRecord, type KubeObject } from "./kube-object";

/** Leaves of an object by path; a map's own path is among them. Parts are joined by a character no key contains. */
export type Leaves = Map<string, unknown>;
export const separator = "\u0000";
/** Fields that the server writes; nobody owns them. */
const unowned = new Set([
  ...["name", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp"],
  ...["deletionTimestamp", "deletionGracePeriodSeconds", "managedFields", "selfLink"],
]);

/** The object's owned fields with their values. */
export function leavesOf(object: KubeObject): Leaves {
  const leaves: Leaves = new Map();
  for (const [key, value] of Object.entries(object)) {
    if (key === "apiVersion" || key === "kind" || isServerWritten(object, key)) continue;
    if (key !== "metadata") collect(leaves, `f:${key}`, value, object.kind);
    else if (isRecord(value)) for (const [field, part] of Object.entries(value)) if (!unowned.has(field)) collectMeta(leaves, field, part);
  }
  return leaves;
}

/** What the server itself puts into new objects of these kinds is nobody's. */
function isServerWritten({ kind, status }: KubeObject, field: string): boolean {
  if (kind === "Namespace") return field !== "metadata";
  return kind === definition && field === "status" && isRecord(status) && status.conditions === null;
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
  const key = listKeys.get(`${kind} ${path}`);
  if (kind === definition && path === `f:status${separator}f:storedVersions`) return;
  if (!isPlainPart(kind, path)) leaves.set(path, isRecord(value) && path !== "f:roleRef" ? null : value);
  if (key !== undefined && Array.isArray(value) && value.every(isRecord)) {
    if (leaves.has(path)) leaves.set(path, null);
    for (const item of value) {
      const names = Object.fromEntries(key.map((name) => [name, item[name]]));
      collect(leaves, `${path}${separator}k:${JSON.stringify(names)}`, item, kind);
    }
  } else if (isRecord(value) && path !== "f:roleRef") {
    for (const [name, part] of Object.entries(value)) collect(leaves, `${path}${separator}f:${name}`, part, kind);
  }
}

const definition = "CustomResourceDefinition";
/** Kinds whose `spec` is a fixed structure, which nobody owns as a whole. */
const builtinKinds = new Set([
  "Pod",
  "TokenRequest",
  "Service",
  "Node",
  "Deployment",
  "Lease",
  "SelfSubjectAccessReview",
  "SubjectAccessReview",
  "LocalSubjectAccessReview",
  "TokenReview",
]);
const definitionParts = new Set(
  [["f:spec"], ["f:spec", "f:names"], ["f:status"], ["f:status", "f:acceptedNames"], ["f:status", "f:conditions"]].map((parts) => parts.join(separator)),
);

function isPlainPart(kind: string, path: string): boolean {
  return kind === definition ? definitionParts.has(path) : path === "f:spec" && builtinKinds.has(kind);
}

/** Lists whose items are told apart by a key, by kind and path; all others of custom resources are owned as a whole. */
const listKeys = new Map([
  [`ServiceEntry f:spec${separator}f:ports`, ["name"]],
  [`Service f:spec${separator}f:ports`, ["port", "protocol"]],
  [`${definition} f:status${separator}f:conditions`, ["type"]],
]);

/** The paths that an entry of `managedFields` owns. */
export function pathsOf(tree: Record<string, unknown>): string[] {
  const paths: string[] = [];
  gather(tree, "", paths);
  return paths;
}

function gather(tree: Record<string, unknown>, prefix: string, paths: string[]): void {
  for (const [key, children] of Object.entries(tree)) {
    if (key === "." || !isRecord(children)) continue;
    const path = prefix === "" ? key : prefix + separator + key;
    if ("." in children || Object.keys(children).length === 0) paths.push(path);
    gather(children, path, paths);
  }
}

type Tree = { [part: string]: Tree };

/** The same as `fieldsV1` writes it. Parts begin with `f:`, `k:` or `v:`, so that none is a name that objects have by themselves. */
export function treeOf(paths: Iterable<string>): Record<string, unknown> {
  const tree: Tree = {};
  const owned = new Set<Tree>();
  for (const path of [...paths].sort()) {
    let node = tree;
    for (const part of path.split(separator)) {
      // A node that is owned itself says so beside what is owned below it.
      if (owned.has(node)) node["."] ??= {};
      node[part] ??= {};
      node = node[part];
    }
    owned.add(node);
  }
  return tree;
}
