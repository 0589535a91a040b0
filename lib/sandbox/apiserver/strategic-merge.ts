import { isRecord } from "./kube-object";
import { internalError } from "./status-errors";

/** The key by which the items of a list are merged, by the list's field; lists that are not here are replaced. */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: "name",
  initContainers: "name",
  volumes: "name",
  env: "name",
  imagePullSecrets: "name",
  ownerReferences: "uid",
  conditions: "type",
  addresses: "type",
  secrets: "name",
};
const portKeys = ["port", "containerPort"];

/** Strategic merge patch as far as kubectl sends it: maps merge, known lists merge by key, `$patch` and `$retainKeys` as directives. */
export function strategicMerge(target: unknown, patch: Record<string, unknown>): Record<string, unknown> {
  if (patch.$patch === "replace") return withoutDirectives(patch);
  if (patch.$patch !== undefined && !["merge", "delete"].includes(String(patch.$patch))) {
    throw internalError(`unknown patch type: ${String(patch.$patch)} in map: map[$patch:${String(patch.$patch)}]`);
  }
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$deleteFromPrimitiveList/")) removeItems(merged, key.slice(25), value);
    else if (key.startsWith("$")) continue;
    else if (value === null || (isRecord(value) && value.$patch === "delete")) merged.delete(key);
    else if (isRecord(value)) merged.set(key, strategicMerge(merged.get(key), value));
    else merged.set(key, Array.isArray(value) ? mergeList(key, merged.get(key), value) : value);
  }
  const retained = patch.$retainKeys;
  if (Array.isArray(retained)) for (const key of [...merged.keys()]) if (!retained.includes(key)) merged.delete(key);
  return Object.fromEntries(merged);
}

function mergeList(field: string, target: unknown, patch: unknown[]): unknown[] {
  const items = Array.isArray(target) ? target : [];
  if (field === "finalizers") return [...items, ...patch.filter((item) => !items.includes(item))];
  const mergeKey = field === "ports" ? portKeys.find((key) => patch.some((item) => isRecord(item) && key in item)) : mergeKeys[field];
  if (mergeKey === undefined) return patch;
  const merged = [...items];
  for (const item of patch.filter(isRecord)) {
    const index = merged.findIndex((known) => isRecord(known) && known[mergeKey] === item[mergeKey]);
    if (item.$patch === "delete") {
      if (index >= 0) merged.splice(index, 1);
    } else if (index >= 0) merged[index] = strategicMerge(merged[index], item);
    else merged.push(withoutDirectives(item));
  }
  return merged;
}

function removeItems(merged: Map<string, unknown>, field: string, removed: unknown): void {
  const items = merged.get(field);
  if (Array.isArray(items) && Array.isArray(removed)) {
    merged.set(
      field,
      items.filter((item) => !removed.includes(item)),
    );
  }
}

function withoutDirectives(patch: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !key.startsWith("$")));
}
