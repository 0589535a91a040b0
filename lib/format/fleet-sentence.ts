import { formatCount, plural } from "./count";
import type { Headline, LinePart } from "./headline";
import { servingHeadline } from "./serving-headline";
import type { Tense } from "./tense";
import { commonPhrase, doubtPhrase, troubleCount, troublePhrase } from "./trouble-phrase";

/** What the Fleet page's first lines need to know of all groups. */
export interface FleetInput {
  readonly rollUp: {
    readonly total: number;
    readonly serving: number;
    readonly doubted: number;
    readonly counts: readonly number[];
    readonly expected: number | null;
  };
  readonly groups: number;
  readonly groupsInTrouble: number;
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
  readonly rollUp: { readonly counts: readonly number[] };
  readonly common: readonly string[];
}

/** The first line, the trouble in it (`group` is set apart by its tone), and the second line in parts. */
export interface FleetSentence {
  readonly headline: Headline;
  readonly trouble: { readonly group: string; readonly words: string } | null;
  readonly line: readonly LinePart[];
}

/** What the Fleet page says before it shows anything. */
export function fleetSentence(fleet: FleetInput, worst: WorstGroup | null, tense: Tense): FleetSentence {
  const { rollUp } = fleet;
  const serving = rollUp.expected === null ? rollUp.serving : fleet.servingOfExpected;
  return { headline: servingHeadline(serving, rollUp.expected, rollUp.total, tense), trouble: troubleOf(worst, tense), line: secondLine(fleet) };
}

function troubleOf(worst: WorstGroup | null, tense: Tense): FleetSentence["trouble"] {
  const phrase = worst === null ? "" : troublePhrase(worst.rollUp.counts);
  if (worst === null || phrase === "") return null;
  const common = commonPhrase(worst.common, troubleCount(worst.rollUp.counts));
  return { group: worst.name || `${worst.namespace}, outside any group,`, words: `${tense.past ? "had" : "has"} ${phrase}${common}.` };
}

function secondLine(fleet: FleetInput): readonly LinePart[] {
  const { rollUp, groupsInTrouble, groupsWithoutExpected } = fleet;
  const parts: readonly LinePart[] = [
    { text: `${plural(fleet.groups, "group")} in ${plural(fleet.namespaces, "namespace")}`, tone: null },
    { text: groupsInTrouble > 0 ? `${groupsInTrouble} in trouble` : "", tone: "bad" },
    { text: doubtPhrase(rollUp.doubted), tone: "blind" },
    { text: connectionsPhrase(fleet), tone: fleet.replicas.kind === "denied" ? "blind" : null },
    { text: rollUp.expected === null ? "" : sizesPhrase(fleet), tone: null },
    { text: groupsWithoutExpected > 0 ? expectedPhrase(fleet) : "", tone: null },
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
