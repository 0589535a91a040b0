import type { FindingObject } from "@/lib/domain/findings/rule";
import type { Fields } from "@/lib/domain/preview/values";
import { fields, list, orNull, type Read, text } from "./reading";

/** What is kept of a finding beside its name: its rule, the first of the objects that it names and how many more, and the group that it concerns. */
export interface KeptFinding {
  readonly rule: string;
  readonly objects: readonly FindingObject[];
  readonly more: number;
  /** Of whose machines; "" = of machines without a group; null = it concerns no group. */
  readonly group: string | null;
}

/** So many of the objects that a finding names are kept. */
const MOST_OBJECTS = 12;

/** The first of the objects that a finding names, as far as they are kept. */
export function keptObjects(objects: readonly FindingObject[]): Pick<KeptFinding, "objects" | "more"> {
  const kept = objects.slice(0, MOST_OBJECTS).map(({ kind, namespace, name }) => ({ kind, namespace, name }));
  return { objects: kept, more: objects.length - kept.length };
}

/** Reads what is stored of a finding; throws `Unreadable`. */
export function readFinding(stored: Fields): KeptFinding {
  const { rule, objects, more, group } = stored;
  return {
    rule: text(rule, "rule"),
    objects: list(readObject)(objects, "objects"),
    more: typeof more === "number" ? more : 0,
    group: orNull(text)(group, "group"),
  };
}

/** Reads an object that a finding names; throws `Unreadable`. */
export const readObject: Read<FindingObject> = (value, path) => {
  const { kind, namespace, name } = fields(value, path);
  return { kind: text(kind, path), namespace: text(namespace, path), name: text(name, path) };
};
