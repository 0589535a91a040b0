import { isRecord } from "./kube-object";

/** JSON merge patch (RFC 7386): null removes, objects merge, everything else replaces. Keys are copied as own properties. */
export function mergeObjects(target: unknown, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = new Map(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, isRecord(value) ? mergeObjects(merged.get(key), value) : value);
  }
  return Object.fromEntries(merged);
}
