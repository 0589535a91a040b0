import type { BrokenRule } from "@/lib/domain/platform-policy/broken-rules";
import type { PlatformPolicyRule } from "@/lib/domain/platform-policy/policies";
import type { PolicyFileProblem } from "@/lib/domain/platform-policy/read-policies";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { sentence } from "./text/sentence";

/** A rule that an object breaks, with the way out. */
export function brokenRuleWords({ code, values }: Pick<BrokenRule, "code" | "values">): string {
  return BROKEN[code](values);
}

const BROKEN: Readonly<Record<BrokenRule["code"], (values: BrokenRule["values"]) => string>> = {
  namespace: ({ namespace = "", allowed = "" }) =>
    `The platform team does not allow namespace ${namespace}. ${allowed === "" ? "It allows none." : `It allows ${allowed}.`}`,
  name: ({ pattern = "" }) => `The platform team wants names of groups like ${pattern}, where * is any text. Choose such a name.`,
  "label-missing": ({ key = "", allowed = "" }) =>
    `The platform team wants the label ${key} on machines. ${allowed === "" ? "Give it a value." : `Its values: ${allowed}.`}`,
  "label-value": ({ key = "", value = "", allowed = "" }) => `The platform team does not allow ${key}=${value}. Its values: ${allowed}.`,
  network: ({ network = "", allowed = "" }) =>
    `The platform team does not allow ${network === "" ? "an empty network" : `network ${network}`}. It allows ${networkList(allowed)}.`,
  "token-life": ({ most = "" }) => `The platform team allows tokens of at most ${most} seconds. Choose a shorter life.`,
};

function networkList(allowed: string): string {
  const names = allowed.split(", ").map((name) => (name === "" ? "the mesh's default" : name));
  return allowed === "" ? "only the mesh's default" : names.join(", ");
}

/** A rule that an object breaks, with the field, for where no field is shown. */
export function brokenRuleAt(rule: BrokenRule): string {
  return `${placeOf(rule.path)}: ${brokenRuleWords(rule)}`;
}

/** What is wrong with the rules themselves. */
export function railsProblemWords({ path, code, values }: PolicyFileProblem): string {
  return `${path.length === 0 ? "The document" : placeOf(path)} ${FAULTS[code](values)}`;
}

const FAULTS: Readonly<Record<PolicyFileProblem["code"], (values: PolicyFileProblem["values"]) => string>> = {
  "unknown-field": ({ known = "" }) => `is no field of the rules: those are ${known}.`,
  "wrong-type": ({ wanted = "", found = "" }) => `has to be ${wanted}, and is ${found}.`,
  "bad-pattern": ({ text = "" }) => `is no pattern: "${text}". A pattern is small letters, digits, dots and dashes, with * for any text, four times at most.`,
  "bad-label": ({ key = "" }) => `is no label that a machine can have: "${key}".`,
  twice: ({ name = "" }) => `names ${name} a second time.`,
  "too-many": ({ most = "" }) => `has more than ${most} items.`,
  range: ({ least = "", most = "" }) => `has to be from ${least} to ${most}.`,
  "bad-value": ({ wanted = "" }) => `has to be ${wanted}.`,
  contradicts: ({ name = "" }) => `is not what the preset ${name} says, which is for groups of the same network.`,
};

function placeOf(path: DocumentPath): string {
  return path.map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${part}`)).join("");
}

/** Why the rules are not known, and what follows from that. */
export function railsUnknownWords({
  why,
  place,
  reason,
}: {
  readonly why: "absent" | "denied" | "unread" | "broken";
  readonly place: string;
  readonly reason: string;
}) {
  return `${UNKNOWN[why]({ place, reason })} Until it can be read, nothing that it may forbid is written. Ask the platform team.`;
}

interface UnknownParts {
  readonly place: string;
  readonly reason: string;
}

const UNKNOWN: Readonly<Record<"absent" | "denied" | "unread" | "broken", (parts: UnknownParts) => string>> = {
  absent: ({ place }) => `${place}, which holds the rules of the platform team, is not there.`,
  denied: ({ place }) => `The server's own account may not read ${place}, which holds the rules of the platform team.`,
  unread: ({ place, reason }) => `${place}, which holds the rules of the platform team, could not be read. ${sentence(reason)}`,
  broken: ({ place, reason }) => `${place} holds rules of the platform team that cannot be understood: ${reason}`,
};

/** A policy in a sentence. */
export function policyWords({ policy, key, values }: PlatformPolicyRule): string {
  switch (policy) {
    case "namespaces":
      return values.length === 0 ? "No namespace is allowed." : `Namespaces: ${values.join(", ")}.`;
    case "namePattern":
      return `Names of new groups: ${values.join("")}, where * is any text.`;
    case "requiredLabels":
      return `Machines have the label ${key}${values.length === 0 ? "" : `: ${values.join(", ")}`}.`;
    case "networks":
      return values.length === 0 ? "No network is allowed." : `Networks: ${networkList(values.join(", "))}.`;
    case "maxTokenSeconds":
      return `Tokens live for ${values.join("")} seconds at most.`;
  }
}

/** Where a preset says a value. `network`: it is for groups of this network only, "" = that of the mesh's settings, null = for all. */
export function presetSourceWords({ preset, network }: { readonly preset: string; readonly network: string | null }): string {
  if (network === null) return `from the preset ${preset}`;
  return `from the preset ${preset}, for groups of ${network === "" ? "no network of their own" : `network ${network}`}`;
}

/** A preset that says something else than what was read. `source`: where; `value`: "" = too long to be shown. */
export function presetDiffersWords({ preset, source, value }: { readonly preset: string; readonly source: string; readonly value: string }): string {
  return `${source} has ${value === "" ? "another one" : value}: where the preset ${preset} is wrong, no machine joins by it. Ask the platform team which of both holds.`;
}

/** Over the presets of a draft that has nothing in it yet. */
export function presetsWords({ place }: { readonly place: string }): string {
  return `Start from a preset of the platform team (${place}):`;
}
