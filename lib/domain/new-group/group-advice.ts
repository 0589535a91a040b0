import { EXPECTED_SIZE_ANNOTATION, formatExpectedSize } from "@/lib/domain/group/expected-size";
import { localityInDots } from "@/lib/domain/localities/locality";
import type { Path } from "@/lib/domain/preview/finding";
import { isLabelValue, isTagKey } from "@/lib/domain/preview/names";
import { asPairs, asText, fieldValue } from "@/lib/domain/preview/values";
import { PROBE_DEFAULTS, type ProbeNumber } from "./probe";

/** The longest name of an object; a longer one keeps its end (docs/istio.md#entry-names). */
const LONGEST_NAME = 253;
/** The longest value of a label: istioctl writes the group's name into one. */
export const LONGEST_LABEL = 63;

/** An address as it may be: stands for the machine's own in an example. */
const EXAMPLE_ADDRESS = "10.20.1.14";
const LONGEST_ADDRESS = "255.255.255.255".length;

/** The name that a machine's entry gets, by example: GROUP-ADDRESS, and -NETWORK where the machine names one. The front of what is too long is lost. */
export function exampleEntryName(group: string, network: string): string {
  return whole(group, EXAMPLE_ADDRESS, network).slice(-LONGEST_NAME);
}

/** May the front of the group's name be lost? */
export function mayBeTruncated(group: string, network: string): boolean {
  return whole(group, "x".repeat(LONGEST_ADDRESS), network).length > LONGEST_NAME;
}

/** Can no entry of this network be made, because its name would hold what no name of an object may? */
export function makesInvalidEntryNames(network: string): boolean {
  return network !== "" && !/^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(network);
}

function whole(group: string, address: string, network: string): string {
  return [group, address, network].filter((part) => part !== "").join("-");
}

/** What the API server takes of a group, and what all the same ends badly once machines come. */
export interface Advice {
  readonly path: Path;
  /** `refuses`: no machine can ever register, or the value says nothing. `warns`: it means something else than one may think. `informs`: how Istio reads it. */
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

const TEMPLATE: Path = ["spec", "template"];
const PROBE: Path = ["spec", "probe"];
/** One of these names the application; without them istioctl takes the name of the group (docs/istio.md#canonical-name). */
const CANONICAL = ["service.istio.io/canonical-name", "app.kubernetes.io/name", "app"];
const ZERO_MEANS_DEFAULT: readonly ProbeNumber[] = ["periodSeconds", "timeoutSeconds", "successThreshold", "failureThreshold"];

/** Advice on a WorkloadGroup of a namespace: what neither schema nor webhook says. */
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
  const isLabel = name.length > LONGEST_LABEL && !CANONICAL.some((key) => keys.has(key));
  return [
    ...(typeof written === "string" && written !== namespace ? [refused(["metadata", "namespace"], "other-namespace", { written, namespace })] : []),
    ...(isLabel ? [refused(["metadata", "name"], "name-as-label", { letters: String(name.length) })] : []),
    ...(mayBeTruncated(name, network) ? [warned(["metadata", "name"], "front-lost")] : []),
    ...(makesInvalidEntryNames(network) ? [refused([...TEMPLATE, "network"], "network-name", { network })] : []),
  ];
}

function labelPairs(spec: unknown) {
  const own: Path = ["spec", "metadata", "labels"];
  const inTemplate: Path = [...TEMPLATE, "labels"];
  const of = (holder: string, path: Path) =>
    asPairs(fieldValue(fieldValue(spec, holder), "labels")).map(([key, value]) => ({ key, value: asText(value), path }));
  return [...of("metadata", own), ...of("template", inTemplate)];
}

/** Labels are copied to the entry's own, where the API server has limits that the group has not (docs/istio.md#copied-labels). */
function labelAdvice(spec: unknown): readonly Advice[] {
  return labelPairs(spec).flatMap(({ key, value, path }) => [
    ...(isTagKey(key) ? [] : [refused([...path, key], "machine-label-key", { key })]),
    ...(isLabelValue(value)
      ? []
      : [refused([...path, key], "machine-label-value", { key, value, letters: String(value.length), ...localityInDots(key, value) })]),
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
  const isSize = size === undefined || (typeof size === "string" && formatExpectedSize(size) !== null);
  return isSize ? [] : [refused(["metadata", "annotations", EXPECTED_SIZE_ANNOTATION], "size-no-number")];
}

function refused(path: Path, code: AdviceCode, values: Advice["values"] = {}): Advice {
  return { path, level: "refuses", code, values };
}

function warned(path: Path, code: AdviceCode, values: Advice["values"] = {}): Advice {
  return { path, level: "warns", code, values };
}
