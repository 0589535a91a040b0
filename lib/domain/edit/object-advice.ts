import { misplacedKeys, splitMisplacedKeyPath } from "@/lib/domain/entry/istio-keys";
import { LOCALITY_LABELS, localityOfLabelValue, parseLocality } from "@/lib/domain/localities/locality";
import { addressProblemOf, isAddressFault } from "@/lib/domain/networks/address-target";
import type { Advice, AdviceCode } from "@/lib/domain/new-group/group-advice";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import type { EditableKind } from "@/lib/domain/preview/kind-shapes";
import { asItems, asPairs, asText, fieldValue, valueAt } from "@/lib/domain/preview/values";

const SPEC: DocumentPath = ["spec"];
const METADATA: DocumentPath = ["metadata"];
const FOR_ENTRIES: DocumentPath = ["spec", "metadata"];
const TEMPLATE: DocumentPath = ["spec", "template"];

/** Returns advice on a document of any kind about its addresses, weights, localities and keys. Errors that the webhook reports are left out. */
export function objectAdvice(kind: EditableKind, document: unknown): readonly Advice[] {
  const workloads = workloadPaths(kind, document).map((path) => ({ path, workload: valueAt(document, path) }));
  return [
    ...workloads.flatMap(({ path, workload }) => [
      // Each machine of a group sets its own address.
      ...(kind === "WorkloadGroup" ? [] : addressAdvice(asText(fieldValue(workload, "address")), [...path, "address"])),
      ...(fieldValue(workload, "weight") === 0 ? [advice([...path, "weight"], "informs", "weight-zero")] : []),
      ...localityAdvice(asText(fieldValue(workload, "locality")), [...path, "locality"], "field"),
    ]),
    ...labelPaths(kind, workloads).flatMap((path) => labelAdvice(valueAt(document, path), path)),
    ...keyAdvice(kind, document),
  ];
}

/** Returns the addresses of an entry, or of the endpoints in a ServiceEntry, with their paths. */
export function addressesInObject(kind: EditableKind, document: unknown): readonly { readonly path: DocumentPath; readonly address: string }[] {
  if (kind === "WorkloadGroup") return [];
  return workloadPaths(kind, document).map((path) => ({ path: [...path, "address"], address: asText(valueAt(document, [...path, "address"])) }));
}

/** Returns the paths of the entry, the template or the ServiceEntry's endpoints in a document. */
function workloadPaths(kind: EditableKind, document: unknown): readonly DocumentPath[] {
  if (kind === "WorkloadEntry") return [SPEC];
  if (kind === "WorkloadGroup") return [TEMPLATE];
  return kind === "Service" ? [] : asItems(valueAt(document, ["spec", "endpoints"])).map((_, at) => ["spec", "endpoints", at]);
}

function labelPaths(kind: EditableKind, workloads: readonly { readonly path: DocumentPath }[]): readonly DocumentPath[] {
  const own = kind === "WorkloadEntry" ? [[...METADATA, "labels"]] : kind === "WorkloadGroup" ? [[...FOR_ENTRIES, "labels"]] : [];
  return [...own, ...workloads.map(({ path }) => [...path, "labels"])];
}

function addressAdvice(address: string, path: DocumentPath): readonly Advice[] {
  const target = addressProblemOf(address);
  // The webhook already rejects unreadable addresses.
  if (target === null || target === "unreadable") return [];
  return [advice(path, isAddressFault(target) ? "refuses" : "warns", isAddressFault(target) ? "address-fault" : "address-elsewhere", { address, target })];
}

/** Returns advice on locality labels. The schema already reports a value with a slash. */
function labelAdvice(labels: unknown, path: DocumentPath): readonly Advice[] {
  return LOCALITY_LABELS.flatMap((key) => {
    const value = asText(fieldValue(labels, key));
    return value.includes("/") ? [] : localityAdvice(localityOfLabelValue(value), [...path, key], "label");
  });
}

function localityAdvice(written: string, path: DocumentPath, from: "field" | "label"): readonly Advice[] {
  if (written === "") return [];
  const { region, zone, subzone, dropped } = parseLocality(written);
  const separator = from === "label" ? "." : "/";
  if (dropped !== "") return [advice(path, "warns", "locality-dropped", { dropped })];
  if (region === "" || (zone === "" && subzone !== "")) return [advice(path, "warns", "locality-gap", { part: region === "" ? "region" : "zone" })];
  if (zone !== "") return [];
  const meant = region.includes(".") ? region.replaceAll(".", "/") : "";
  if (from === "field" && meant !== "") return [advice(path, "warns", "locality-dots", { region, meant })];
  return [advice(path, "informs", "locality-region-only", { region, separator })];
}

function keyAdvice(kind: EditableKind, document: unknown): readonly Advice[] {
  const keysAt = (path: DocumentPath) => asPairs(valueAt(document, path)).map(([key]) => key);
  const written = (path: DocumentPath, more: readonly string[]) => ({
    at: path.join("."),
    labels: [...keysAt([...path, "labels"]), ...more],
    annotations: keysAt([...path, "annotations"]),
  });
  const inSpec = kind === "WorkloadEntry" ? keysAt([...SPEC, "labels"]) : [];
  const own = misplacedKeys(written(METADATA, inSpec), kind).map((path) => ({ path, holder: kind }));
  const given = kind === "WorkloadGroup" ? misplacedKeys(written(FOR_ENTRIES, keysAt([...TEMPLATE, "labels"])), "WorkloadEntry") : [];
  return [...own, ...given.map((path) => ({ path, holder: "WorkloadEntry" as const }))].map(({ path, holder }) => {
    const { key, reads } = splitMisplacedKeyPath(path, holder);
    const at = path.slice(0, -key.length - 2).split(".");
    // A label in the spec is reported like a label in the metadata, because Istio reads both.
    const isThere = fieldValue(valueAt(document, at), key) !== undefined;
    return advice(isThere ? [...at, key] : [...(kind === "WorkloadGroup" ? TEMPLATE : SPEC), "labels", key], "warns", "misplaced-key", { key, reads });
  });
}

function advice(path: DocumentPath, level: Advice["level"], code: AdviceCode, values: Advice["values"] = {}): Advice {
  return { path, level, code, values };
}
