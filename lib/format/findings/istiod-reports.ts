import type { IstiodCondition } from "@/lib/domain/entry/istiod-status";
import { evidenceText, firstName, hostPhrase } from "./evidence";
import type { FoundFacts, RuleTexts } from "./rule-texts";

const CANNOT_SEE = "istiod 1.31 names no generation in these conditions: after an edit, an old condition looks like a new one.";
const WITHOUT_WAYPOINT = "Ambient callers reach it without the waypoint. The waypoint's routes and policies do not apply.";
const WAYPOINT_STEPS =
  "Check the labels istio.io/use-waypoint and istio.io/use-waypoint-namespace, and the Gateway that they name: it needs an address, and a listener that allows this namespace.";
const NEEDS_FLAG = "istiod writes these messages only with PILOT_ENABLE_ANALYSIS=true. Without it, no message means nothing.";

/** The texts of rules about a condition or a message that istiod wrote. Its text is in them verbatim, shortened by the parser. */
export const WAYPOINT_NOT_BOUND: RuleTexts = {
  title: "A waypoint of a service cannot be used",
  found: (facts) => `${hostPhrase(facts)} is not bound to its waypoint. ${reportedText(facts)}`,
  ...{ why: WITHOUT_WAYPOINT, whatToDo: WAYPOINT_STEPS, cannotSee: CANNOT_SEE },
};

export const MACHINE_WAYPOINT_NOT_BOUND: RuleTexts = {
  title: "A waypoint of an entry cannot be used",
  found: (facts) => `${firstName(facts)} is not bound to its waypoint. ${reportedText(facts)}`,
  ...{ why: WITHOUT_WAYPOINT, whatToDo: WAYPOINT_STEPS, cannotSee: CANNOT_SEE },
};

export const WAYPOINT_MISSING: RuleTexts = {
  title: "A ServiceEntry needs a waypoint",
  found: (facts) => `${hostPhrase(facts)} has no waypoint, and needs one for ambient callers. ${reportedText(facts)}`,
  why: "Without a waypoint, a wildcard host name or a connect strategy has no effect for ambient callers. Sidecars need none.",
  whatToDo: "Name a waypoint with the label istio.io/use-waypoint on the ServiceEntry or its namespace.",
  cannotSee: CANNOT_SEE,
};

export const CANARY_NOT_ATTACHED: RuleTexts = {
  title: "A canary waypoint gets no traffic",
  found: (facts) => `The canary waypoint of ${hostPhrase(facts)} is not attached. ${reportedText(facts)}`,
  why: "All traffic goes through the main waypoint. The share of the canary has no effect.",
  whatToDo: "Check the label istio.io/use-waypoint-canary, its weight, and the Gateway that it names.",
  cannotSee: CANNOT_SEE,
};

export const ANALYSIS_MESSAGE: RuleTexts = {
  title: "istiod's analysis has a message about a service",
  found: (facts) => `istiod's analysis reports ${analysisText(facts)} about ${hostPhrase(facts)}.${ageText(facts)}`,
  why: "istiod checks the object together with others, and writes what it finds into its status.",
  whatToDo: "Look up the code in Istio's analysis messages: each has its own page there.",
  cannotSee: NEEDS_FLAG,
};

export const MACHINE_ANALYSIS_MESSAGE: RuleTexts = {
  ...ANALYSIS_MESSAGE,
  title: "istiod's analysis has a message about an entry",
  found: (facts) => `istiod's analysis reports ${analysisText(facts)} about ${firstName(facts)}.${ageText(facts)}`,
};

/** The condition of istiod that shows the visibility of a ServiceEntry, as a phrase. */
export function visibilityPhrase({ reason, message, isOlder }: Pick<IstiodCondition, "reason" | "message" | "isOlder">): string {
  const age = isOlder === true ? ", before its last edit" : "";
  return `visibility ${onOneLine(reason) || "without a reason"}, as istiod reports${age}: ${onOneLine(message).replace(/[.\s]+$/, "") || "no message"}`;
}

const OLDER = " The report is older than the last edit of the object.";

function reportedText(facts: FoundFacts): string {
  return `${reportText(evidenceText(facts, "message"), evidenceText(facts, "reason"))}${ageText(facts)}`;
}

function reportText(message: string, reason: string): string {
  const said = onOneLine(message).replace(/[.\s]+$/, "") || "no message";
  return `istiod reports: ${said}${reason === "" ? "" : ` (${onOneLine(reason)})`}.`;
}

function analysisText(facts: FoundFacts): string {
  const level = evidenceText(facts, "level");
  return `${onOneLine(evidenceText(facts, "message"))}${level === "" ? "" : ` (${onOneLine(level)})`}`;
}

function ageText(facts: FoundFacts): string {
  return evidenceText(facts, "age") === "older" ? OLDER : "";
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
