import type { Path } from "@/lib/domain/preview/finding";
import { fieldOf, textOf } from "@/lib/domain/preview/values";
import type { GuardRails, RequiredLabel } from "./guard-rails";
import { fitsPattern } from "./name-pattern";

/** A rule that an object would break, and at which of its fields. */
export interface BrokenRule {
  readonly path: Path;
  readonly code: "namespace" | "name" | "label-missing" | "label-value" | "network" | "token-life";
  readonly values: Readonly<Record<string, string>>;
}

/** An object as it would be written. */
export interface Written {
  readonly kind: string;
  readonly namespace: string;
  /** Is it made, or is one changed that is there? A name that is there cannot be changed. */
  readonly isNew: boolean;
  readonly body: unknown;
}

/** Which rules an object would break. */
export function brokenRules(rails: GuardRails, { kind, namespace, isNew, body }: Written): readonly BrokenRule[] {
  const spec = fieldOf(body, "spec");
  const name = textOf(fieldOf(fieldOf(body, "metadata"), "name"));
  const inNamespace = namespaceRule(rails, namespace, ["metadata", "namespace"]);
  if (kind === "WorkloadEntry") return [...inNamespace, ...machineRules(rails, MACHINE_PATHS, { own: fieldOf(body, "metadata"), template: spec })];
  if (kind !== "WorkloadGroup") return inNamespace;
  const template = fieldOf(spec, "template");
  return [...inNamespace, ...(isNew ? nameRule(rails, name) : []), ...machineRules(rails, GROUP_PATHS, { own: fieldOf(spec, "metadata"), template })];
}

/** Which rules a token for machines would break. */
export function brokenTokenRules(rails: GuardRails, { namespace, seconds }: { readonly namespace: string; readonly seconds: number }): readonly BrokenRule[] {
  const most = rails.maxTokenSeconds;
  const isTooLong = most !== null && !(seconds <= most);
  return [...namespaceRule(rails, namespace, ["namespace"]), ...(isTooLong ? [broken(["seconds"], "token-life", { most: String(most) })] : [])];
}

function namespaceRule({ namespaces }: GuardRails, namespace: string, path: Path): readonly BrokenRule[] {
  if (namespaces === null || namespaces.some((pattern) => fitsPattern(namespace, pattern))) return [];
  return [broken(path, "namespace", { namespace, allowed: namespaces.join(", ") })];
}

function nameRule({ namePattern }: GuardRails, name: string): readonly BrokenRule[] {
  if (namePattern === null || fitsPattern(name, namePattern)) return [];
  return [broken(["metadata", "name"], "name", { name, pattern: namePattern })];
}

interface MachinePaths {
  readonly labels: Path;
  readonly network: Path;
}

const GROUP_PATHS: MachinePaths = { labels: ["spec", "metadata", "labels"], network: ["spec", "template", "network"] };
const MACHINE_PATHS: MachinePaths = { labels: ["metadata", "labels"], network: ["spec", "network"] };

/** Labels of a machine come from two places; those of its metadata win (facts 3.2). */
function machineRules(rails: GuardRails, paths: MachinePaths, { own, template }: { readonly own: unknown; readonly template: unknown }): readonly BrokenRule[] {
  const labels = { ...Object(fieldOf(template, "labels")), ...Object(fieldOf(own, "labels")) };
  const network = textOf(fieldOf(template, "network"));
  const isOutside = rails.networks !== null && !rails.networks.includes(network);
  return [
    ...rails.requiredLabels.flatMap((rule) => labelRule(rule, textOf(fieldOf(labels, rule.key)), paths.labels)),
    ...(isOutside ? [broken(paths.network, "network", { network, allowed: (rails.networks ?? []).join(", ") })] : []),
  ];
}

function labelRule({ key, values }: RequiredLabel, value: string, path: Path): readonly BrokenRule[] {
  const allowed = values.join(", ");
  if (value === "") return [broken([...path, key], "label-missing", { key, allowed })];
  return values.length === 0 || values.includes(value) ? [] : [broken([...path, key], "label-value", { key, value, allowed })];
}

function broken(path: Path, code: BrokenRule["code"], values: BrokenRule["values"]): BrokenRule {
  return { path, code, values };
}
