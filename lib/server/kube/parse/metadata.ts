import type { LastWriter, OwnerReference } from "@/lib/domain/entry/workload-entry";
import { truncateText } from "@/lib/domain/object/clean-text";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp, type Timestamp } from "@/lib/domain/object/timestamp";
import { isUntypedObject } from "@/lib/domain/preview/values";
import type { Expected } from "./flaw";
import { anyText, field, keyText, list, text } from "./json";

/** What every parser expects of `metadata`. */
export const METADATA_SHAPE: readonly Expected[] = [
  { path: ["metadata", "labels"], shape: "an object" },
  { path: ["metadata", "annotations"], shape: "an object" },
  { path: ["metadata", "ownerReferences"], shape: "a list" },
];

/** RFC 3339 with nanoseconds and an offset has 35 characters. */
const LONGEST_TIME = 64;

/** A map of strings as pairs: keys of strangers never become keys of ours, and what is no string is shown as text. */
export function pairsOf(value: unknown): LabelSet {
  if (!isUntypedObject(value)) return [];
  const pairs: (readonly [string, string])[] = [];
  for (const key of Object.keys(value)) pairs.push([keyText(key), anyText(value[key])]);
  return sortedLabelSet(pairs);
}

/** The keys of a map, as text. */
export function keysOf(value: unknown): readonly string[] {
  return isUntypedObject(value) ? Object.keys(value).map(keyText) : [];
}

/** The text of one of an object's `annotations`, or null where there is none. */
export function annotationOf(annotations: unknown, key: string): string | null {
  const value = field(annotations, key);
  return value === undefined || value === null ? null : anyText(value);
}

/** A field that holds a time, in milliseconds; null where it is missing or no time. */
export function timeOf(value: unknown): number | null {
  return stampOf(value)?.ms ?? null;
}

/** A field that holds a time, as it was written; null where it is missing or empty. What is too long to be a time is cut. */
export function stampOf(value: unknown): Timestamp | null {
  return typeof value === "string" && value !== "" ? parseTimestamp(truncateText(text(value), LONGEST_TIME)) : null;
}

/** The owner that controls the object with this `metadata`, else the only owner, else null. */
export function ownerOf(metadata: unknown): OwnerReference | null {
  const owners = list(field(metadata, "ownerReferences")).filter(isUntypedObject);
  const owner = owners.find((one) => field(one, "controller") === true) ?? owners[0];
  if (owner === undefined) return null;
  return {
    apiVersion: text(field(owner, "apiVersion")),
    kind: text(field(owner, "kind")),
    name: text(field(owner, "name")),
    uid: text(field(owner, "uid")),
  };
}

/** Who wrote last, by the newest time in `managedFields`; of equal times the later entry. */
export function lastWriterOf(metadata: unknown): LastWriter | null {
  let last: LastWriter | null = null;
  for (const entry of list(field(metadata, "managedFields"))) {
    if (!isUntypedObject(entry)) continue;
    const time = timeOf(field(entry, "time"));
    if (last !== null && (time ?? 0) < (last.time ?? 0)) continue;
    last = { manager: text(field(entry, "manager")), operation: text(field(entry, "operation")), subresource: text(field(entry, "subresource")), time };
  }
  return last;
}

const ARGO = ["argocd.argoproj.io/instance", "argocd.argoproj.io/tracking-id"];
const FLUX = ["kustomize.toolkit.fluxcd.io/name", "helm.toolkit.fluxcd.io/name"];

/** The tool that owns the object by its own marks, or "". */
export function managedByOf(metadata: unknown): string {
  const labels = field(metadata, "labels");
  const annotations = field(metadata, "annotations");
  const marked = (key: string) => typeof field(labels, key) === "string" || typeof field(annotations, key) === "string";
  if (ARGO.some(marked)) return "Argo CD";
  if (FLUX.some(marked)) return "Flux";
  if (marked("meta.helm.sh/release-name")) return "Helm";
  return truncateText(text(field(labels, "app.kubernetes.io/managed-by")), 63);
}
