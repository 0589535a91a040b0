import { separator } from "./field-paths";
import { isRecord, type KubeObject } from "./kube-object";

/** Lists whose items are told apart: by a key of theirs, or ("") by themselves. Other lists are replaced as a whole. */
const listKeys = new Map([
  ["metadata.ownerReferences", "uid"],
  ["metadata.finalizers", ""],
]);

/** The live object with what is applied laid over it. */
export function mergeApplied(live: KubeObject, wanted: KubeObject): KubeObject {
  return merged(live, wanted, "", live.kind) as KubeObject;
}

function merged(live: unknown, wanted: unknown, place: string, kind: string): unknown {
  const key = kind === "ServiceEntry" && place === "spec.ports" ? "name" : listKeys.get(place);
  if (Array.isArray(live) && Array.isArray(wanted) && key !== undefined) return mergedList(live, wanted, key, place, kind);
  if (!isRecord(live) || !isRecord(wanted)) return wanted;
  const result = new Map(Object.entries(live));
  for (const [name, part] of Object.entries(wanted)) result.set(name, merged(result.get(name), part, place === "" ? name : `${place}.${name}`, kind));
  return Object.fromEntries(result);
}

function mergedList(live: readonly unknown[], wanted: readonly unknown[], key: string, place: string, kind: string): unknown[] {
  const identity = (item: unknown): unknown => (key !== "" && isRecord(item) ? item[key] : item);
  const wantedKeys = new Set(wanted.map(identity));
  const kept = live.filter((item) => !wantedKeys.has(identity(item)));
  const laid = wanted.map((item) => {
    const known = live.find((other) => identity(other) === identity(item));
    return known === undefined ? item : merged(known, item, `${place}[]`, kind);
  });
  return [...kept, ...laid];
}

/** The object without these paths of owned fields. Maps that become empty go too, unless their own path is among `owned`. */
export function withoutPaths(object: KubeObject, paths: readonly string[], owned: ReadonlySet<string>): KubeObject {
  const deepestFirst = [...paths].sort((left, right) => right.length - left.length);
  return deepestFirst.reduce<unknown>((rest, path) => without(rest, path.split(separator), [], owned), object) as KubeObject;
}

function without(value: unknown, parts: readonly string[], taken: readonly string[], owned: ReadonlySet<string>): unknown {
  const [part = "", ...rest] = parts;
  const path = [...taken, part];
  const replace = (below: unknown): unknown => {
    if (rest.length === 0) return undefined;
    const left = without(below, rest, path, owned);
    return isEmpty(left) && !isEmpty(below) && !owned.has(path.join(separator)) ? undefined : left;
  };
  if (Array.isArray(value)) return value.flatMap((item) => (isNamed(item, part) ? [replace(item)].filter((kept) => kept !== undefined) : [item]));
  if (!isRecord(value)) return value;
  const name = part.slice(2);
  const entries = Object.entries(value).map(([key, below]): [string, unknown] => [key, key === name ? replace(below) : below]);
  return Object.fromEntries(entries.filter(([, below]) => below !== undefined));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** True when `v:…` is this item or `k:{…}` names its keys. */
function isNamed(item: unknown, part: string): boolean {
  const wanted: unknown = part.startsWith("k:") || part.startsWith("v:") ? JSON.parse(part.slice(2)) : undefined;
  if (isRecord(wanted)) return isRecord(item) && Object.entries(wanted).every(([key, value]) => item[key] === value);
  return item === wanted;
}
