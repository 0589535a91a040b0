import type { ObjectWithFlatSpec, ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { isUntypedObject } from "@/lib/domain/preview/values";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { type Expected, flawOf } from "./flaw";
import type { Identity } from "./identity";
import { anyText, at, field, keyText } from "./json";
import { METADATA_SHAPE, timeOf } from "./metadata";
import type { Unreadable } from "./selection/described";

/** An object of so many fields is cut: nobody writes one by hand. */
const MOST_FIELDS = 2_000;
/** What lies deeper is left out. */
const DEEPEST = 16;

/** A parser of objects of which nothing is interpreted; `spec` names the fields that have to be there, and their shapes. */
export function flatParser(kind: WatchedKind, spec: readonly Expected[]): (raw: unknown, identity: Identity, cluster: string) => ObjectWithFlatSpec {
  const shape = [...METADATA_SHAPE, { path: ["spec"], shape: "an object", required: true } as const, ...spec];
  return (raw, identity, cluster) => {
    const unreadable = flawOf(raw, shape);
    const fields = unreadable === null ? fieldsOf(field(raw, "spec")) : [];
    return { cluster, kind, ...identity, createdAt: timeOf(at(raw, "metadata", "creationTimestamp")), unreadable, fields: sortedLabelSet(fields) };
  };
}

/** The same with what `parse` reads of it; an object that one of both cannot read is unreadable. */
export function parsedParser<P extends object>(
  kind: WatchedKind,
  parse: (raw: unknown) => P | Unreadable,
  spec: readonly Expected[] = [],
): (raw: unknown, identity: Identity, cluster: string) => ObjectWithParsedSpec<P> {
  const flat = flatParser(kind, spec);
  return (raw, identity, cluster) => {
    const object = flat(raw, identity, cluster);
    const read = object.unreadable === null ? parse(raw) : { unreadable: object.unreadable };
    return "unreadable" in read ? { ...object, fields: [], unreadable: read.unreadable, parsed: null } : { ...object, parsed: read };
  };
}

function fieldsOf(spec: unknown): [path: string, value: string][] {
  const found: [string, string][] = [];
  gather(spec, "spec", 0, found);
  return found;
}

/** Each leaf by its path. Elements of a list are known by their name where they have one, so that one that moves is the same; a list of values is one text. */
function gather(value: unknown, path: string, depth: number, found: [string, string][]): void {
  if (found.length >= MOST_FIELDS || value === undefined || value === null) return;
  const elements = elementsOf(value);
  if (depth === DEEPEST && elements.length > 0) return void found.push([path, "…"]);
  if (elements.length === 0) found.push([path, Array.isArray(value) ? value.map(anyText).join(", ") : anyText(value)]);
  for (const [step, element] of elements) gather(element, `${path}${step}`, depth + 1, found);
}

function elementsOf(value: unknown): readonly (readonly [step: string, element: unknown])[] {
  if (isUntypedObject(value)) return Object.keys(value).map((key) => [stepOf(key), field(value, key)]);
  if (!Array.isArray(value) || !value.some(isUntypedObject)) return [];
  return value.map((element, index) => [`[${nameOf(element) ?? index}]`, element]);
}

/** A field is written as in the YAML; a key that a stranger chose, as that of a label, in brackets. */
function stepOf(key: string): string {
  return /^[a-z][A-Za-z0-9]*$/.test(key) ? `.${key}` : `[${keyText(key)}]`;
}

function nameOf(element: unknown): string | null {
  const name = field(element, "name");
  return typeof name === "string" && name !== "" ? keyText(name) : null;
}
