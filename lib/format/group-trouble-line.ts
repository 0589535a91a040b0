import type { ComparedTrait, GroupWorstTrouble, TroubleCondition } from "@/lib/domain/diagnosis/group-trouble";
import type { Statement } from "@/lib/domain/statements/statement";
import { NEW_TROUBLE_MS } from "@/lib/domain/verdict/tiers";
import type { Connection, State } from "@/lib/domain/verdict/verdict";
import { agoPhrase, forPhrase, reasonPhrase, type TroubleSentence } from "./fleet-trouble";
import { shortReplicaName } from "./istiod-question";
import { probeReason } from "./probe-error";
import { listOf } from "./text/lists";
import { formatNumber, numberWord, pluralWord } from "./text/numbers";
import { capitalize, sentence } from "./text/sentence";
import { be, momentOf, PAST, type TextContext } from "./text/tense";
import { replicaNameEnd } from "./workload-words";

/** One reason of machines in trouble, like `GroupTroubleReason` of the contract. */
export interface TroubleReason {
  readonly state: State;
  readonly message: string;
  readonly connection: Connection["kind"];
  readonly connectionWhy: string;
  readonly replica: string;
  readonly machines: number;
}

/** Returns the second line of a group's headline: "Six failed", and " 4 min ago, all on v41: connection refused." `reasons`: most frequent first. */
export function groupTroubleLine(trouble: GroupWorstTrouble, reasons: readonly TroubleReason[], context: TextContext): TroubleSentence {
  const { condition, count, since } = trouble;
  const reason = reasonOfLine(condition, reasons);
  return {
    before: "",
    loud: `${capitalize(numberWord(count))} ${WORDS[condition](count, context)}`,
    after: `${whenPhrase(trouble, context)}${sharedPhrase(trouble, reason)}${reasonPhrase(reason)}`,
    tone: condition === "unverified" ? "blind" : isOld(since, context) ? "idle" : "bad",
  };
}

const WORDS: Readonly<Record<TroubleCondition, (count: number, context: TextContext) => string>> = {
  failed: () => "failed",
  lost: (count) => `${be(count, PAST)} lost`,
  "no-endpoint": (count, { tense }) => `${tense.past ? "had" : count === 1 ? "has" : "have"} no endpoint`,
  missing: (count, { tense }) => `${be(count, tense)} missing`,
  unverified: (count, { tense }) => `${be(count, tense)} unverified`,
};

function isOld(since: number | null, { tense, now }: TextContext): boolean {
  return since !== null && momentOf(tense, now) - since >= NEW_TROUBLE_MS;
}

/** " 4 min ago" for an event, and " for 4 min" for a state. */
function whenPhrase({ condition, since, sinceAtLeast, risen }: GroupWorstTrouble, context: TextContext): string {
  if (since === null) return "";
  const isEvent = condition === "failed" || condition === "lost";
  const when = (isEvent ? agoPhrase : forPhrase)({ since, sinceAtLeast }, context);
  return risen === null || sinceAtLeast ? ` ${when}` : `, ${numberWord(risen)} of them ${when}`;
}

const IN_FRONT: Readonly<Record<string, string>> = { zone: "in zone ", network: "in network ", replica: "on ", version: "on " };

/** ", all on v41"; both traits if two separate equally well. A replica that the reason names is not repeated. */
function sharedPhrase({ traits, count }: Pick<GroupWorstTrouble, "traits" | "count">, reason: string): string {
  if (traits.length === 0 || count < 2) return "";
  const phrases = traits.flatMap((text) => {
    const [trait = "", ...rest] = text.split(" ");
    const value = traitValueText(trait, rest.join(" "));
    return reason.includes(value) ? [] : [`${IN_FRONT[trait] ?? `with ${trait} `}${value}`];
  });
  if (phrases.length === 0) return "";
  return `, ${count === 2 ? "both" : "all"} ${listOf(phrases)}${phrases.length > 1 ? " (cannot tell which)" : ""}`;
}

/** Adds "version" to values that do not look like a version. Shortens replica names. */
function traitValueText(trait: string, value: string): string {
  if (trait === "version") return /^v?\d/.test(value) ? value : `version ${value}`;
  return trait === "replica" ? shortReplicaName(value) : value;
}

/** Returns the label of a trait next to its bar: "version v41". */
export function comparedTraitLabel({ trait, value }: Pick<ComparedTrait, "trait" | "value">): string {
  return `${trait} ${trait === "replica" ? replicaNameEnd(value) : value}`;
}

/** Returns the explanation of bars and ticks of compared traits. */
export function comparedTraitsLegend([first]: readonly ComparedTrait[], condition: TroubleCondition): string {
  if (first === undefined) return "";
  const bar = `Bar: share of the ${formatNumber(first.of)} ${BAR_WORDS[condition]}.`;
  return first.ofOthers === 0 ? bar : `${bar} Tick: share of the ${formatNumber(first.ofOthers)} others.`;
}

const BAR_WORDS: Readonly<Record<TroubleCondition, string>> = {
  failed: "failed",
  lost: "lost",
  "no-endpoint": "without endpoint",
  missing: "missing",
  unverified: "unverified",
};

/** The exact states whose reasons explain a condition. */
const STATES_OF: Readonly<Record<TroubleCondition, readonly State[]>> = {
  failed: ["unhealthy"],
  lost: [],
  missing: [],
  "no-endpoint": ["no-endpoint"],
  unverified: ["unverified", "disconnected", "unreadable"],
};

/** Returns the reasons of a condition as phrases with their number of machines, most machines first. Merges equal phrases. */
export function conditionReasonPhrases(
  condition: TroubleCondition,
  reasons: readonly TroubleReason[],
): readonly { readonly phrase: string; readonly machines: number }[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) {
    if (!STATES_OF[condition].includes(reason.state)) continue;
    const phrase = reasonOf(reason);
    counts.set(phrase, (counts.get(phrase) ?? 0) + reason.machines);
  }
  return [...counts].map(([phrase, machines]) => ({ phrase, machines })).sort((a, b) => b.machines - a.machines);
}

function reasonOf({ state, message, connection, connectionWhy, replica }: TroubleReason): string {
  if (state === "unhealthy") return probeReason(message).trim() || "the probe failed without a message";
  if (state === "no-endpoint") return "neither address nor network";
  if (state === "unreadable") return message || "the object cannot be parsed";
  if (state === "disconnected") return connection === "never" ? "registered, never connected" : "disconnected, and not removed";
  return unverifiedReason(connectionWhy, replica === "" ? "their replica" : shortReplicaName(replica));
}

function unverifiedReason(why: string, replica: string): string {
  switch (why) {
    case "no-such-pod":
      return `${replica} is gone`;
    case "not-running":
      return `${replica} does not run`;
    case "restarted":
      return `${replica} restarted after the connections began`;
    case "past-deletion":
      return `${replica} is past its deletion`;
    case "node-silent":
      return `the Node of ${replica} does not report`;
    case "no-controller":
      return "no istiod replica is named";
    case "too-old":
      return "the connections are too old to be real";
    case "in-the-future":
      return "the connections begin in the future";
    case "no-time":
      return "connectedAt is not a time";
    default:
      return "no replica has the connection";
  }
}

/** The reasons in a headline as values for tests: each phrase with its number of machines. */
interface ReasonsOfTrouble extends Statement {
  readonly kind: "trouble-reasons";
  readonly phrases: readonly string[];
  readonly machines: readonly number[];
}

/** Returns the values of the reasons that `groupTroubleLine` prints. */
export function troubleReasonsStatement({ condition }: GroupWorstTrouble, reasons: readonly TroubleReason[]): ReasonsOfTrouble {
  const found = conditionReasonPhrases(condition, reasons).slice(0, 2);
  return { kind: "trouble-reasons", phrases: found.map(({ phrase }) => phrase), machines: found.map(({ machines }) => machines) };
}

/** "connection refused"; of two reasons "connection refused (4), HTTP 503 (2)". */
function reasonOfLine(condition: TroubleCondition, reasons: readonly TroubleReason[]): string {
  const found = conditionReasonPhrases(condition, reasons);
  if (found.length <= 1) return found[0]?.phrase ?? "";
  return found
    .slice(0, 2)
    .map(({ phrase, machines }) => `${shortPhrase(phrase)} (${formatNumber(machines)})`)
    .join(", ");
}

/** Shortens a reason, because two share a line: without its text in parentheses, and an HTTP status only as its number. */
function shortPhrase(phrase: string): string {
  return phrase.replace(/ \(.*\)$/, "").replace(/^HTTP probe failed with statuscode: /, "HTTP ");
}

/** Returns the answer to "Why?" about a group, in one sentence. */
export function groupWhyAnswer({ condition, count, total }: GroupWorstTrouble, reasons: readonly TroubleReason[], { tense }: TextContext): string {
  const machines = pluralWord(count, "machine");
  const found = conditionReasonPhrases(condition, reasons);
  switch (condition) {
    case "failed":
      return found.length > 1
        ? `The health checks of ${machines} ${tense.past ? "failed" : "fail"} for different reasons.`
        : probeAnswer(reasons, machines, tense.past);
    case "no-endpoint":
      return `${capitalize(pluralWord(count, "entry", "entries"))} ${tense.past ? "had" : count === 1 ? "has" : "have"} neither an address nor a network.`;
    case "missing":
      return `${capitalize(numberWord(count))} of ${formatNumber(total)} expected machines ${tense.past ? "had" : count === 1 ? "has" : "have"} no entry and no recorded loss.`;
    case "lost":
      return count === 1
        ? "The connection of one machine ended, and istiod deleted its entry."
        : `The connections of ${machines} ended, and their entries are gone.`;
    case "unverified": {
      const [only] = found;
      return only === undefined || found.length > 1 ? `No replica proves the connections of ${machines}.` : sentence(only.phrase);
    }
  }
}

const PORT = /:(\d{1,5})(?:[/:\s"]|$)/;

/** A sentence about one failed probe: its port, and how it failed. */
function probeAnswer(reasons: readonly TroubleReason[], machines: string, isPast: boolean): string {
  const message = reasons.find(({ state }) => state === "unhealthy")?.message ?? "";
  const reason = probeReason(message).trim();
  const port = PORT.exec(message)?.[1];
  const where = port === undefined ? "The port of the probe" : `Port ${port}`;
  if (/connection refused/i.test(reason)) return `${where} ${isPast ? "refused" : "refuses"} connections on ${machines}.`;
  if (/timeout|deadline exceeded|timed out/i.test(reason)) return `${where} ${isPast ? "did not answer" : "does not answer"} in time on ${machines}.`;
  const status = /(?:statuscode|status code|HTTP)[: ]+(\d{3})/i.exec(reason)?.[1];
  if (status !== undefined) return `The health check ${isPast ? "got" : "gets"} HTTP ${status} from ${machines}.`;
  return `The health ${machines === "one machine" ? "check" : "checks"} of ${machines} ${isPast || machines !== "one machine" ? (isPast ? "failed" : "fail") : "fails"}.`;
}
