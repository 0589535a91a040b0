import { leavesOf, pathsOf, treeOf } from "./field-paths";
import { isEqualJson, type KubeObject, type ManagedFieldsEntry, type ObjectMeta } from "./kube-object";

/** Who writes, for `metadata.managedFields`. */
export interface FieldWriter {
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339. */
  readonly time: string;
}

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
  if (changed.size > 0 && !entries.some(({ isOwn }) => isOwn)) result.push(entryOf(writer, "Update", changed));
  return result.sort(byOperationAndTime);
}

/** The order of `managedFields`: those who apply first, then by time, then by name. */
export function byOperationAndTime(left: ManagedFieldsEntry, right: ManagedFieldsEntry): number {
  const key = ({ operation, time, manager }: ManagedFieldsEntry): string => [operation, time, manager].join(" ");
  return key(left) < key(right) ? -1 : 1;
}

/** The object with these entries, or without the field when there are none. */
export function withManaged(object: KubeObject, entries: ManagedFieldsEntry[]): KubeObject {
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata: entries.length > 0 ? { ...(metadata as ObjectMeta), managedFields: entries } : (metadata as ObjectMeta) };
}

export function entryOf(writer: FieldWriter, operation: "Apply" | "Update", paths: ReadonlySet<string>): ManagedFieldsEntry {
  return {
    apiVersion: writer.apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1: treeOf(paths),
    manager: writer.manager,
    operation,
    ...(writer.subresource === "" ? {} : { subresource: writer.subresource }),
    time: writer.time,
  };
}

function isSameWriter(entry: ManagedFieldsEntry, writer: FieldWriter): boolean {
  return entry.manager === writer.manager && entry.operation === "Update" && (entry.subresource ?? "") === writer.subresource;
}
