import { EXPECTED_SIZE_ANNOTATION, normalizeExpectedSizeText } from "@/lib/domain/group/expected-size";
import { dottedLocalitySuggestion } from "@/lib/domain/localities/locality";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { isLabelKey, isLabelValue } from "@/lib/domain/preview/names";
import { asPairs, asText, fieldValue } from "@/lib/domain/preview/values";
import { PROBE_DEFAULTS, type ProbeNumberName } from "./probe";

/** The maximum length of an object's name. istiod uses only the end of a longer name (docs/istio.md#entry-names). */
const LONGEST_NAME = 253;
/** The maximum length of a label value. istioctl writes the group's name into a label. */
export const MAX_LABEL_VALUE_LENGTH = 63;

/** Stands for the machine's own address in the example name. */
const EXAMPLE_ADDRESS = "10.20.1.14";
const LONGEST_ADDRESS = "255.255.255.255".length;

/**
 * Returns an example of an entry's name: GROUP-ADDRESS, or GROUP-ADDRESS-NETWORK if the group has a network. The start of a name that is too long is
 * cut off.
 */
export function exampleEntryName(group: string, network: string): string {
  return whole(group, EXAMPLE_ADDRESS, network).slice(-LONGEST_NAME);
}

/** Returns true if the name of an entry can be so long that the start of the group's name is cut off. */
export function mayTruncateEntryName(group: string, network: string): boolean {
  return whole(group, "x".repeat(LONGEST_ADDRESS), network).length > LONGEST_NAME;
}

/** Returns true if entries with this network cannot be created, because the network is not valid in the name of an object. */
export function isNetworkInvalidInEntryName(network: string): boolean {
  return network !== "" && !/^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(network);
}

function whole(group: string, address: string, network: string): string {
  return [group, address, network].filter((part) => part !== "").join("-");
}

/** A problem that the API server does not report, but that affects machines after they register. */
export interface Advice {
  readonly path: DocumentPath;
  /**
   * `refuses`: no machine can register, or the value has no effect. `warns`: the value may have another effect than the user expects. `informs`: the
   * way in which Istio reads the value.
   */
  readonly level: "refuses" | "warns" | "informs";
  readonly code: AdviceCode;
  readonly values: Readonly<Record<string, string>>;
}

export type AdviceCode =
  | "other-namespace"
  | "name-as-label"
  | "front-lost"
  | "network-name"
  | "machine-label-key"
  | "machine-label-value"
  | "no-account"
  | "address-overwritten"
  | "zero-is-default"
  | "size-no-number"
  | "https-certificate"
  | "address-fault"
  | "address-elsewhere"
  | "weight-zero"
  | "locality-dropped"
  | "locality-gap"
  | "locality-dots"
  | "locality-region-only"
  | "misplaced-key";

const TEMPLATE: DocumentPath = ["spec", "template"];
const PROBE: DocumentPath = ["spec", "probe"];
/** The labels with the name of the application. Without them istioctl uses the group's name (docs/istio.md#canonical-name). */
const CANONICAL = ["service.istio.io/canonical-name", "app.kubernetes.io/name", "app"];
const ZERO_MEANS_DEFAULT: readonly ProbeNumberName[] = ["periodSeconds", "timeoutSeconds", "successThreshold", "failureThreshold"];

/** Returns advice on a WorkloadGroup that is written to a namespace. Problems that the schema or the webhook reports are left out. */
export function groupAdvice(document: unknown, namespace: string): readonly Advice[] {
  const spec = fieldValue(document, "spec");
  return [
    ...nameAdvice(document, namespace),
    ...labelAdvice(spec),
    ...templateAdvice(spec),
    ...probeAdvice(fieldValue(spec, "probe")),
    ...sizeAdvice(document),
  ];
}

function nameAdvice(document: unknown, namespace: string): readonly Advice[] {
  const [metadata, spec] = [fieldValue(document, "metadata"), fieldValue(document, "spec")];
  const name = asText(fieldValue(metadata, "name"));
  const network = asText(fieldValue(fieldValue(spec, "template"), "network"));
  const written = fieldValue(metadata, "namespace");
  const keys = new Set(labelPairs(spec).map(({ key }) => key));
  const isLabel = name.length > MAX_LABEL_VALUE_LENGTH && !CANONICAL.some((key) => keys.has(key));
  return [
    ...(typeof written === "string" && written !== namespace ? [refused(["metadata", "namespace"], "other-namespace", { written, namespace })] : []),
    ...(isLabel ? [refused(["metadata", "name"], "name-as-label", { letters: String(name.length) })] : []),
    ...(mayTruncateEntryName(name, network) ? [warned(["metadata", "name"], "front-lost")] : []),
    ...(isNetworkInvalidInEntryName(network) ? [refused([...TEMPLATE, "network"], "network-name", { network })] : []),
  ];
}

function labelPairs(spec: unknown) {
  const own: DocumentPath = ["spec", "metadata", "labels"];
  const inTemplate: DocumentPath = [...TEMPLATE, "labels"];
  const of = (holder: string, path: DocumentPath) =>
    asPairs(fieldValue(fieldValue(spec, holder), "labels")).map(([key, value]) => ({ key, value: asText(value), path }));
  return [...of("metadata", own), ...of("template", inTemplate)];
}

/**
 * Returns advice on labels. istiod copies them to the metadata of the entry. The API server limits labels there, but not in a group
 * (docs/istio.md#copied-labels).
 */
function labelAdvice(spec: unknown): readonly Advice[] {
  return labelPairs(spec).flatMap(({ key, value, path }) => [
    ...(isLabelKey(key) ? [] : [refused([...path, key], "machine-label-key", { key })]),
    ...(isLabelValue(value)
      ? []
      : [refused([...path, key], "machine-label-value", { key, value, letters: String(value.length), ...dottedLocalitySuggestion(key, value) })]),
  ]);
}

function templateAdvice(spec: unknown): readonly Advice[] {
  const template = fieldValue(spec, "template");
  if (template === undefined) return [];
  return [
    ...(asText(fieldValue(template, "serviceAccount")) === "" ? [warned(TEMPLATE, "no-account")] : []),
    ...(asText(fieldValue(template, "address")) === "" ? [] : [warned([...TEMPLATE, "address"], "address-overwritten")]),
  ];
}

function probeAdvice(probe: unknown): readonly Advice[] {
  const zeros = ZERO_MEANS_DEFAULT.filter((name) => fieldValue(probe, name) === 0);
  const isHttps = asText(fieldValue(fieldValue(probe, "httpGet"), "scheme")) === "HTTPS";
  return [
    ...zeros.map((name) => warned([...PROBE, name], "zero-is-default", { name, usual: String(PROBE_DEFAULTS[name]) })),
    ...(isHttps ? [warned([...PROBE, "httpGet", "scheme"], "https-certificate")] : []),
  ];
}

function sizeAdvice(document: unknown): readonly Advice[] {
  const size = fieldValue(fieldValue(fieldValue(document, "metadata"), "annotations"), EXPECTED_SIZE_ANNOTATION);
  const isSize = size === undefined || (typeof size === "string" && normalizeExpectedSizeText(size) !== null);
  return isSize ? [] : [refused(["metadata", "annotations", EXPECTED_SIZE_ANNOTATION], "size-no-number")];
}

function refused(path: DocumentPath, code: AdviceCode, values: Advice["values"] = {}): Advice {
  return { path, level: "refuses", code, values };
}

function warned(path: DocumentPath, code: AdviceCode, values: Advice["values"] = {}): Advice {
  return { path, level: "warns", code, values };
}
