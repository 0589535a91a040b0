import { type Leaves, leavesOf, pathsOf, treeOf } from "./field-paths";
import { isEqualJson, isRecord, type KubeObject, type ManagedFieldsEntry, type ObjectMeta } from "./kube-object";

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
  const changed = new Set<string>();
  for (const [path, value] of now) if (!old.has(path) || !isEqualJson(old.get(path), value)) changed.add(path);
  const known = before?.metadata.managedFields ?? [];
  const result = known.flatMap((entry) => keptEntry(entry, now, changed, isSameWriter(entry, writer) ? writer : null));
  if (changed.size > 0 && !known.some((entry) => isSameWriter(entry, writer))) result.push(entryOf(writer, "Update", changed));
  return result.sort(byOperationAndTime);
}

/** What an entry owns after the change: the writer's own (`writer`) gains what changed, others lose it. Empty: nothing is left. */
function keptEntry(entry: ManagedFieldsEntry, now: Leaves, changed: ReadonlySet<string>, writer: FieldWriter | null): ManagedFieldsEntry[] {
  const paths = pathsOf(entry.fieldsV1);
  const owned = new Set(paths.filter((path) => now.has(path) && (writer !== null || !changed.has(path))));
  if (writer !== null) for (const path of changed) owned.add(path);
  if (owned.size === 0) return [];
  const time = writer !== null && changed.size > 0 ? writer.time : entry.time;
  const isSame = owned.size === paths.length && paths.every((path) => owned.has(path));
  return [{ ...entry, fieldsV1: isSame ? entry.fieldsV1 : treeOf(owned), ...(time === undefined ? {} : { time }) }];
}

/** The order of `managedFields`: those who apply first, then by time, then by name. */
export function byOperationAndTime(left: ManagedFieldsEntry, right: ManagedFieldsEntry): number {
  const key = ({ operation, time, manager }: ManagedFieldsEntry): string => [operation, time ?? "", manager].join(" ");
  return key(left) < key(right) ? -1 : 1;
}

/** The object with the owners that a body names for it, if it names any: clients may set them right, as kubectl does before its first apply. */
export function withGivenOwners(object: KubeObject, given: KubeObject): KubeObject {
  const entries: unknown = given.metadata.managedFields;
  const usable = Array.isArray(entries) ? entries.filter((entry): entry is ManagedFieldsEntry => isRecord(entry) && isRecord(entry.fieldsV1)) : [];
  const isReset = Array.isArray(entries) && entries.length === 1 && isRecord(entries[0]) && Object.keys(entries[0]).length === 0;
  return usable.length > 0 || isReset ? withManaged(object, usable) : object;
}

/** The object with these entries, or without the field when there are none. */
export function withManaged(object: KubeObject, entries: ManagedFieldsEntry[]): KubeObject {
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata: entries.length > 0 ? { ...(metadata as ObjectMeta), managedFields: entries } : (metadata as ObjectMeta) };
}

/** The entry of a writer that owns these paths. */
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
  if (entry.operation !== "Update" || entry.apiVersion !== writer.apiVersion) return false;
  return entry.manager === writer.manager && (entry.subresource ?? "") === writer.subresource;
}
