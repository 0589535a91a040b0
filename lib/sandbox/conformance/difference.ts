import { isRecord } from "@/lib/sandbox/apiserver/kube-object";

/** Where two JSON values differ first, as `path: recorded | ours`. Null when they are equal; the order of keys does not count. */
export function firstDifference(recorded: unknown, actual: unknown, path = ""): string | null {
  if (recorded === "<elided>") return null;
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    if (recorded.length !== actual.length) return `${path}: ${recorded.length} items | ${actual.length} items`;
    return firstOf(recorded.map((item, index) => () => firstDifference(item, actual[index], `${path}[${index}]`)));
  }
  if (isRecord(recorded) && isRecord(actual)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(actual)])];
    return firstOf(keys.map((key) => () => firstDifference(recorded[key], actual[key], `${path}.${key}`)));
  }
  return recorded === actual ? null : `${path}: ${shown(recorded)} | ${shown(actual)}`;
}

function firstOf(checks: ReadonlyArray<() => string | null>): string | null {
  for (const check of checks) {
    const found = check();
    if (found !== null) return found;
  }
  return null;
}

function shown(value: unknown): string {
  const text = value === undefined ? "(nothing)" : JSON.stringify(value);
  return text.length > 240 ? `${text.slice(0, 240)}…` : text;
}
