import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { mergedLabel } from "@/lib/domain/entry/workload-entry";

/** A locality as Istio reads it. `dropped` is the text after the third part, which Istio ignores. */
export interface ParsedLocality {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  readonly dropped: string;
}

/** The label that istiod reads since 1.29. */
export const NEWER_LOCALITY_LABEL = "topology.istio.io/locality";

/** The labels from which istiod reads the locality if the spec has none, the first that exists (docs/istio.md#locality). */
export const LOCALITY_LABELS: readonly string[] = [NEWER_LOCALITY_LABEL, "istio-locality"];

/** Parses `region/zone/subzone`. Further parts are dropped, as by Istio (docs/istio.md#locality). */
export function parseLocality(text: string): ParsedLocality {
  const [region = "", zone = "", subzone = "", ...rest] = text.split("/");
  return { region, zone, subzone, dropped: rest.join("/") };
}

/**
 * Formats three parts, without empty parts at the end. `r//sub` and `r` are different localities, and `/z` differs from no locality
 * (docs/istio.md#locality).
 */
export function formatLocality({ region, zone, subzone }: Pick<ParsedLocality, "region" | "zone" | "subzone">): string {
  return [region, zone, subzone].join("/").replace(/\/+$/, "");
}

/** Returns a locality as istiod sends it: without dropped parts, and without empty parts at the end. */
export function localitySentByIstiod(text: string): string {
  return formatLocality(parseLocality(text));
}

type Located = Pick<WorkloadEntry, "locality" | "specLabels" | "metadataLabels">;

/**
 * Returns the locality of an entry as text; "" = none. It is `spec.locality`, otherwise the first of its labels that exists, even if that is empty. A
 * dot in a label means a slash, unless the label has a slash (docs/istio.md#locality, recording selectors). `readsTopology`: false for versions of
 * istiod that read only `istio-locality`.
 */
export function localityOf(entry: Located, readsTopology: boolean): string {
  return localityWithSource(entry, readsTopology).text;
}

/** Returns the locality of an entry with its source: `spec.locality`, or the key of a label; "" = none. */
export function localityWithSource(entry: Located, readsTopology: boolean): { readonly text: string; readonly from: string } {
  if (entry.locality !== "") return { text: entry.locality, from: "spec.locality" };
  return localityFromLabels((key) => mergedLabel(entry, key), readsTopology);
}

/** Returns the locality from labels, and the key of the label. "" = none. */
export function localityFromLabels(labelValue: (key: string) => string | undefined, readsTopology: boolean): { readonly text: string; readonly from: string } {
  for (const key of readsTopology ? LOCALITY_LABELS : LOCALITY_LABELS.slice(1)) {
    const value = labelValue(key);
    if (value !== undefined) return { text: localityOfLabelValue(value), from: key };
  }
  return { text: "", from: "" };
}

/** Returns true if versions of istiod read different localities: the spec has none, and the newer label exists. */
export function localityDependsOnVersion(entry: Located): boolean {
  return entry.locality === "" && mergedLabel(entry, NEWER_LOCALITY_LABEL) !== undefined;
}

/** Returns the value with dots for a locality label whose value has slashes, which the API server does not accept. */
export function dottedLocalitySuggestion(key: string, value: string): { readonly instead?: string } {
  return LOCALITY_LABELS.includes(key) && value.includes("/") ? { instead: value.replaceAll("/", ".") } : {};
}

/** Returns the locality that the value of a label means. */
export function localityOfLabelValue(value: string): string {
  return value.includes("/") ? value : value.replaceAll(".", "/");
}
