import type { Tone } from "@/lib/domain/freshness";
import { STATES } from "@/lib/domain/verdict";
import { formatCount, plural } from "./count";
import { type CommonInput, commonTrouble, type FleetLosses, type SpokenAt } from "./fleet-trouble";
import type { Headline, LinePart } from "./headline";
import { servingHeadline } from "./serving-headline";
import type { Tense } from "./tense";
import { commonPhrase, doubtPhrase, troubleCount, troublePhrase } from "./trouble-phrase";

/** What the Fleet page's first lines need to know of all groups. */
export interface FleetInput extends CommonInput {
  readonly rollUp: {
    readonly total: number;
    readonly serving: number;
    readonly doubted: number;
    readonly counts: readonly number[];
    readonly expected: number | null;
  };
  readonly groups: number;
  readonly groupsInTrouble: number;
  /** Of these, those of which nobody can vouch for machines, or whose machines reconnect, and no more. */
  readonly groupsInDoubt: number;
  readonly groupsWithoutExpected: number;
  /** Groups whose expected size nobody declared: it was learned. */
  readonly groupsLearned: number;
  readonly servingOfExpected: number;
  readonly namespaces: number;
  readonly connections: number;
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number };
}

/** The worst group, as the sentence names it; a name of "" stands for the machines of a namespace that belong to no group. */
export interface WorstGroup {
  readonly namespace: string;
  readonly name: string;
  readonly rollUp: { readonly counts: readonly number[]; readonly total: number; readonly expected: number | null };
  readonly common: readonly string[];
}

/** The first line, the trouble in it (`who` is set apart by its tone), and the second line in parts. */
export interface FleetSentence {
  readonly headline: Headline;
  readonly trouble: FleetTrouble | null;
  readonly line: readonly LinePart[];
}

/** "173 machines in 12 groups" and "were lost; …". */
export interface FleetTrouble {
  readonly who: string;
  readonly words: string;
  readonly tone: Tone;
  /** It is of several groups, not of the worst. */
  readonly isCommon: boolean;
}

/** What the Fleet page says before it shows anything: what several groups share comes before the worst of them. `losses` null = not known yet. */
export function fleetSentence(
  fleet: FleetInput,
  worst: WorstGroup | null,
  tense: Tense,
  losses: FleetLosses | null = null,
  spoken: SpokenAt = UTC,
): FleetSentence {
  const { rollUp } = fleet;
  const serving = rollUp.expected === null ? rollUp.serving : fleet.servingOfExpected;
  const common = commonTrouble(fleet, losses, tense, spoken);
  const headline = servingHeadline(serving, rollUp.expected, rollUp.total, tense);
  return {
    headline: { ...headline, rest: withDoubt(headline.rest, rollUp.doubted, tense) },
    trouble: common === null ? troubleOf(worst, tense) : { ...common, isCommon: true },
    line: secondLine(fleet),
  };
}

const UTC: SpokenAt = { now: 0, zone: "utc" };

/** A third number: Istio serves them, and nobody can vouch for them. */
function withDoubt(rest: string, doubted: number, tense: Tense): string {
  if (doubted === 0) return rest;
  const verb = tense.past ? (doubted === 1 ? "was" : "were") : doubted === 1 ? "is" : "are";
  return `${rest.replace(/\.$/, "")}; ${formatCount(doubted)} more ${verb} in doubt.`;
}

function troubleOf(worst: WorstGroup | null, tense: Tense): FleetSentence["trouble"] {
  if (worst === null) return null;
  const words = [ailingPhrase(worst, tense), missingPhrase(worst.rollUp, tense)].filter((phrase) => phrase !== "").join(", and ");
  return words === "" ? null : { tone: "bad", isCommon: false, who: worst.name || `${worst.namespace}, outside any group,`, words: `${words}.` };
}

function ailingPhrase({ rollUp, common }: WorstGroup, tense: Tense): string {
  const phrase = troublePhrase(rollUp.counts);
  return phrase === "" ? "" : `${tense.past ? "had" : "has"} ${phrase}${commonPhrase(common, troubleCount(rollUp.counts))}`;
}

/** Machines that are expected and not there harm as much as those that fail. */
function missingPhrase({ total, expected }: WorstGroup["rollUp"], tense: Tense): string {
  const missing = expected === null ? 0 : expected - total;
  return missing <= 0 ? "" : `${tense.past ? "lacked" : "lacks"} ${plural(missing, "expected machine")}`;
}

const RECONNECTING = STATES.indexOf("reconnecting");

function secondLine(fleet: FleetInput): readonly LinePart[] {
  const { rollUp, groupsInTrouble, groupsInDoubt, groupsWithoutExpected } = fleet;
  const troubled = groupsInTrouble - groupsInDoubt;
  const reconnecting = rollUp.counts[RECONNECTING] ?? 0;
  // What comes and goes stands last: what is said of the fleet at any time keeps its place.
  const parts: readonly LinePart[] = [
    { text: `${plural(fleet.groups, "group")} in ${plural(fleet.namespaces, "namespace")}`, tone: null },
    { text: connectionsPhrase(fleet), tone: fleet.replicas.kind === "denied" ? "blind" : null },
    { text: rollUp.expected === null ? "" : sizesPhrase(fleet), tone: null },
    { text: groupsWithoutExpected > 0 ? expectedPhrase(fleet) : "", tone: null },
    { text: troubled > 0 ? `${plural(troubled, "group")} in trouble` : "", tone: "bad" },
    { text: groupsInDoubt > 0 ? `${plural(groupsInDoubt, "group")} in doubt or reconnecting` : "", tone: "blind" },
    { text: doubtPhrase(rollUp.doubted), tone: "blind" },
    { text: reconnecting > 0 ? `${plural(reconnecting, "machine")} reconnecting` : "", tone: null },
  ];
  return parts.filter(({ text }) => text !== "");
}

function connectionsPhrase({ replicas, connections }: FleetInput): string {
  if (replicas.kind === "denied") return `${plural(connections, "connection")}, held by istiod replicas that are not visible`;
  return `${plural(replicas.running, "istiod replica")} ${replicas.running === 1 ? "holds" : "hold"} ${plural(connections, "connection")}`;
}

/** Who says how many are expected: "expected sizes: 20 declared, 5 learned". */
function sizesPhrase({ groups, groupsWithoutExpected, groupsLearned }: FleetInput): string {
  const declared = groups - groupsWithoutExpected - groupsLearned;
  if (groupsLearned === 0) return declared === 1 ? "the expected size is declared" : "expected sizes are declared";
  if (declared === 0) return groupsLearned === 1 ? "the expected size is learned" : "expected sizes are learned";
  return `expected sizes: ${formatCount(declared)} declared, ${formatCount(groupsLearned)} learned`;
}

/** The denominator leaves out the groups that have no expected size, and says so. */
function expectedPhrase({ rollUp, groups, groupsWithoutExpected }: FleetInput): string {
  if (rollUp.expected === null)
    return groups === groupsWithoutExpected ? "no group has an expected size" : `${plural(groupsWithoutExpected, "group")} without an expected size`;
  return `${plural(groupsWithoutExpected, "group")} without an expected size, ${plural(rollUp.serving, "machine")} serving in all`;
}
