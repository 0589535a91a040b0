import type { LabelSet } from "@/lib/domain/label-set";
import { samePairs } from "./entry-parts";

/** A value that a person can read on one line; "" = not set. */
type Told = string | number | boolean | null | undefined;

/** One line for a field that changed: `spec.network: vpc-1 → vpc-2`; none where it did not. */
export function changeOf(path: string, before: Told, after: Told): readonly string[] {
  const [from, to] = [told(before), told(after)];
  return from === to ? [] : [`${path}: ${from} → ${to}`];
}

/** One line for each key of a set that came, went or changed. */
export function pairChanges(path: string, before: LabelSet | readonly (readonly [string, number])[], after: typeof before): readonly string[] {
  if (samePairs(before, after)) return [];
  const [old, fresh] = [new Map<string, Told>(before), new Map<string, Told>(after)];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return keys.flatMap((key) => changeOf(`${path}[${key}]`, old.has(key) ? said(old.get(key)) : undefined, fresh.has(key) ? said(fresh.get(key)) : undefined));
}

/** A key that is there with an empty value is not one that is missing. */
function said(value: Told): Told {
  return value === "" ? '""' : value;
}

function told(value: Told): string {
  return value === null || value === undefined || value === "" ? "(none)" : String(value).replaceAll("\n", " ");
}
