import { type FindingEvidence, isCannotTell, type Rule, type RuleResult, type RuleSubjectKind, type RuleSubjects } from "@/lib/domain/findings/rule";
import { patched } from "./finding-patches";
import { type FindingObjects, findingHost, findingsWorld } from "./findings-world";

/** Whom a case is about: the first of its entries, groups or hosts, or the cluster as a whole. */
const FIRST: { readonly [S in "entry" | "group" | "host" | "mesh"]: (objects: FindingObjects) => RuleSubjects[S] | undefined } = {
  entry: ({ entries }) => entries?.[0],
  group: ({ groups }) => groups?.[0],
  host: ({ hosts }) => (hosts?.[0] === undefined ? undefined : findingHost(hosts[0])),
  mesh: () => ({ cluster: "prod-eu" }),
};

type Tried = keyof typeof FIRST & RuleSubjectKind;

/** What a rule says of the first of these objects. */
export function detected<S extends Tried>(rule: Rule<S>, objects: FindingObjects): RuleResult {
  const subject: RuleSubjects[S] | undefined = FIRST[rule.subject](objects);
  if (subject === undefined) throw new Error(`a case of ${rule.name} has no ${rule.subject}`);
  return rule.detect(subject, findingsWorld(objects));
}

/** What it saw, of each finding; of what it cannot tell, an error. */
export function evidenceOf<S extends Tried>(rule: Rule<S>, objects: FindingObjects): readonly FindingEvidence[] {
  const detection = detected(rule, objects);
  if (isCannotTell(detection)) throw new Error(`${rule.name} cannot tell: it lacks ${detection.cannotTell.join(", ")}`);
  return detection.map(({ evidence }) => evidence);
}

/** What it says once its own first patch is made; an error where it found nothing, or has no patch for it. */
export function detectedAfterPatch<S extends Tried>(rule: Rule<S>, objects: FindingObjects): RuleResult {
  const detection = detected(rule, objects);
  const patch = isCannotTell(detection) ? undefined : detection[0]?.patch;
  return detected(rule, patched(objects, patch));
}

/** When a rule wants to be asked again about the first of these objects. */
export function dueOf<S extends Tried>(rule: Rule<S>, objects: FindingObjects): number | null {
  const subject: RuleSubjects[S] | undefined = FIRST[rule.subject](objects);
  if (subject === undefined || rule.due === undefined) throw new Error(`${rule.name} is never due`);
  return rule.due(subject, findingsWorld(objects));
}
