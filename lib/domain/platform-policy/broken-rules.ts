import type { LabelSet } from "@/lib/domain/object/label-set";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asText, fieldValue, valueAt } from "@/lib/domain/preview/values";
import type { PlatformPolicies, RequiredLabel } from "./policies";
import { matchesNamePattern } from "./policies";

/** A rule that an object breaks, and the path of the field. */
export interface BrokenRule {
  readonly path: DocumentPath;
  readonly code: "namespace" | "name" | "label-missing" | "label-value" | "network" | "token-life";
  readonly values: Readonly<Record<string, string>>;
}

/** Returns the error code of a broken rule, such as "policy-name". */
export function policyViolationCode({ code }: Pick<BrokenRule, "code">): string {
  return `policy-${code}`;
}

/** An object to be written. */
export interface WrittenObject {
  readonly kind: string;
  readonly namespace: string;
  /** True for a new object. The name of an existing object cannot change, so that the rule for names does not apply. */
  readonly isNew: boolean;
  readonly body: unknown;
}

/** Returns the rules that an object breaks. */
export function brokenRules(rails: PlatformPolicies, { kind, namespace, isNew, body }: WrittenObject): readonly BrokenRule[] {
  const name = asText(fieldValue(fieldValue(body, "metadata"), "name"));
  const inNamespace = namespaceRule(rails, namespace, ["metadata", "namespace"]);
  if (kind === "WorkloadEntry") return [...inNamespace, ...entryRules(rails, body)];
  if (kind !== "WorkloadGroup") return inNamespace;
  return [...inNamespace, ...(isNew ? nameRule(rails, name) : []), ...groupRules(rails, fieldValue(body, "spec"))];
}

/** Returns the rules that a token for machines breaks. `seconds`: its lifetime. */
export function brokenTokenRules(
  rails: PlatformPolicies,
  { namespace, seconds }: { readonly namespace: string; readonly seconds: number },
): readonly BrokenRule[] {
  const most = rails.maxTokenSeconds;
  const isTooLong = most !== null && !(seconds <= most);
  return [...namespaceRule(rails, namespace, ["namespace"]), ...(isTooLong ? [broken(["seconds"], "token-life", { most: String(most) })] : [])];
}

/** Returns the rules that the labels of one machine break. They have precedence over the labels of its group (docs/istio.md#label-order). */
export function brokenMachineLabelRules(rails: PlatformPolicies, labels: LabelSet): readonly BrokenRule[] {
  const given = Object.fromEntries(labels);
  return rails.requiredLabels.filter(({ key }) => Object.hasOwn(given, key)).flatMap((rule) => labelRule(rule, [{ path: ["labels"], labels: given }]));
}

function namespaceRule({ namespaces }: PlatformPolicies, namespace: string, path: DocumentPath): readonly BrokenRule[] {
  if (namespaces === null || namespaces.some((pattern) => matchesNamePattern(namespace, pattern))) return [];
  return [broken(path, "namespace", { namespace, allowed: namespaces.join(", ") })];
}

function nameRule({ namePattern }: PlatformPolicies, name: string): readonly BrokenRule[] {
  if (namePattern === null || matchesNamePattern(name, namePattern)) return [];
  return [broken(["metadata", "name"], "name", { name, pattern: namePattern })];
}

/** The labels of a machine, and their path in the document. */
interface LabelPlace {
  readonly path: DocumentPath;
  readonly labels: unknown;
}

/**
 * Returns the rules that a group breaks. If a label has two values, a machine with a bundle gets that of the template, and any other machine that of
 * the metadata (docs/istio.md#label-order). Both values must be allowed.
 */
function groupRules(rails: PlatformPolicies, spec: unknown): readonly BrokenRule[] {
  const metadata = { path: ["spec", "metadata", "labels"], labels: valueAt(spec, ["metadata", "labels"]) };
  const template = { path: ["spec", "template", "labels"], labels: valueAt(spec, ["template", "labels"]) };
  return [
    ...rails.requiredLabels.flatMap((rule) => labelRule(rule, [metadata, template])),
    ...networkRule(rails, valueAt(spec, ["template", "network"]), ["spec", "template", "network"]),
  ];
}

/** Returns the rules that an entry breaks. If it has a label twice, that in the metadata counts (docs/istio.md#labels). */
function entryRules(rails: PlatformPolicies, body: unknown): readonly BrokenRule[] {
  const metadata = { path: ["metadata", "labels"], labels: valueAt(body, ["metadata", "labels"]) };
  const spec = { path: ["spec", "labels"], labels: valueAt(body, ["spec", "labels"]) };
  const counting = ({ key }: RequiredLabel) => (fieldValue(metadata.labels, key) === undefined && fieldValue(spec.labels, key) !== undefined ? spec : metadata);
  return [
    ...rails.requiredLabels.flatMap((rule) => labelRule(rule, [counting(rule)])),
    ...networkRule(rails, valueAt(body, ["spec", "network"]), ["spec", "network"]),
  ];
}

function networkRule({ networks }: PlatformPolicies, written: unknown, path: DocumentPath): readonly BrokenRule[] {
  const network = asText(written);
  if (networks === null || networks.includes(network)) return [];
  return [broken(path, "network", { network, allowed: networks.join(", ") })];
}

/** Returns the errors of a label at each path with the label. If no path has it, the error is at the first path. */
function labelRule({ key, values }: RequiredLabel, places: readonly LabelPlace[]): readonly BrokenRule[] {
  const allowed = values.join(", ");
  const having = places.filter(({ labels }) => fieldValue(labels, key) !== undefined);
  return (having.length === 0 ? places.slice(0, 1) : having).flatMap(({ path, labels }) => {
    const value = asText(fieldValue(labels, key));
    if (value === "") return [broken([...path, key], "label-missing", { key, allowed })];
    return values.length === 0 || values.includes(value) ? [] : [broken([...path, key], "label-value", { key, value, allowed })];
  });
}

function broken(path: DocumentPath, code: BrokenRule["code"], values: BrokenRule["values"]): BrokenRule {
  return { path, code, values };
}
