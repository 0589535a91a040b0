import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/expected-size";
import { countIn } from "@/lib/domain/state-code";
import { type RiseInput, risePhrase, riseSentence, waitingSentence } from "./group-rise";
import type { Headline, LinePart } from "./headline";
import { servingHeadline } from "./serving-headline";
import { formatSpan } from "./text/duration";
import { formatNumber, plural, pluralWord } from "./text/numbers";
import { sentence } from "./text/sentence";
import { be, momentOf, PAST, type Tense } from "./text/tense";
import { commonPhrase, doubtPhrase, troubleCount, troublePhrase } from "./trouble-phrase";

/** What the first lines of a group's page need; `GroupRow` has it all. */
export interface GroupInput {
  readonly name: string;
  readonly exists: boolean;
  readonly unreadable: string | null;
  readonly rollUp: {
    readonly total: number;
    readonly serving: number;
    readonly doubted: number;
    readonly counts: readonly number[];
    readonly expected: number | null;
    readonly expectedFrom: "declared" | "learned" | "unreadable" | "unknown";
    /** While a learned level held, in milliseconds; `to` null = it still does. */
    readonly learned?: { readonly from: number; readonly to: number | null } | undefined;
  };
  /** How many are known to have vanished: of those that are missing, or (where no size is known) of all. */
  readonly lost: number;
  readonly common: readonly string[];
  readonly message: string;
}

/** The number, the trouble as a sentence or "", and the second line in parts. */
export interface GroupSentence {
  readonly headline: Headline;
  readonly trouble: string;
  readonly line: readonly LinePart[];
}

/** What the page of a group says before it shows anything. `expectedSizeText` is the annotation verbatim, or null; `now` in milliseconds, null = not told. */
export function groupSentence(group: GroupInput, expectedSizeText: string | null, tense: Tense, now: number | null = null): GroupSentence {
  const { rollUp } = group;
  return {
    headline: servingHeadline(rollUp.serving, rollUp.expected, rollUp.total, tense),
    // A probe's message may be a line and more: it belongs below the sentence, not into it.
    trouble: groupTrouble({ ...group, message: "" }, tense),
    line: secondLine(group, expectedSizeText, now),
  };
}

/** What the WHY of a group rests on. */
type TroubleInput = Pick<GroupInput, "rollUp" | "lost" | "common" | "message"> & Partial<Pick<RiseInput, "since" | "rise">>;

/**
 * The trouble of a group in words, "" where there is none: the WHY of a list of groups. A probe's message is told where one failed, and how many
 * are new where others are older (`now` in milliseconds, null = not told).
 */
export function groupTrouble({ since = null, rise = NO_RISE, ...group }: TroubleInput, tense: Tense, now: number | null = null): string {
  const { rollUp, lost, common, message } = group;
  const phrase = troublePhrase(rollUp.counts);
  const past = tense.past ? `There ${be(troubleCount(rollUp.counts), PAST)} ` : "";
  const said = message !== "" && countIn(rollUp.counts, "unhealthy") > 0 ? `: ${message}` : "";
  const moment = now === null ? null : momentOf(tense, now);
  const absent = [vanishedSentence(lost), missingSentence(rollUp, lost, tense)].filter((words) => words !== "");
  const newer = absent.length === 0 ? risePhrase({ since, rise }, moment) : "";
  const trouble = phrase === "" ? "" : `${past}${phrase}${newer === "" ? "" : `, ${newer}`}${commonPhrase(common, troubleCount(rollUp.counts))}${said}`;
  const ofAll = absent.length === 0 ? "" : riseSentence({ since, rise }, moment);
  return [sentence(trouble), waitingSentence({ rollUp }, tense.past), ...absent, ofAll].filter((words) => words !== "").join(" ");
}

const NO_RISE = { count: 0, total: 0 };

function vanishedSentence(lost: number): string {
  return lost === 0 ? "" : sentence(`${pluralWord(lost, "machine")} vanished`);
}

/** Who is expected and not there, but for those that are known to have vanished. */
function missingSentence({ total, expected, expectedFrom }: GroupInput["rollUp"], lost: number, tense: Tense): string {
  const missing = expected === null ? 0 : expected - total - lost;
  if (missing <= 0) return "";
  const verb = be(missing, tense);
  const learned = expectedFrom === "learned" ? ` of the learned ${formatNumber(expected ?? 0)}` : "";
  return `${plural(missing, "expected machine")}${learned} ${verb} not registered.`;
}

function secondLine(group: GroupInput, expectedSizeText: string | null, now: number | null): readonly LinePart[] {
  const { rollUp } = group;
  const parts: readonly LinePart[] = [
    existencePart(group),
    { text: countIn(rollUp.counts, "unhealthy") > 0 ? group.message : "", tone: null },
    { text: doubtPhrase(rollUp.doubted), tone: "blind" },
    { text: group.name === "" ? "" : expectedPhrase(rollUp, expectedSizeText, now), tone: rollUp.expectedFrom === "unreadable" ? "warn" : null },
    { text: surplusPhrase(rollUp), tone: null },
  ];
  return parts.filter(({ text }) => text !== "");
}

function existencePart({ name, exists, unreadable }: GroupInput): LinePart {
  if (name === "") return { text: "entries that belong to no group", tone: null };
  if (!exists) return { text: "no WorkloadGroup of this name can be seen: it was deleted, or never was, or is not visible to you", tone: "blind" };
  return unreadable === null ? { text: "", tone: null } : { text: `the group cannot be read: ${unreadable}`, tone: "bad" };
}

function expectedPhrase({ expected, expectedFrom, learned }: GroupInput["rollUp"], text: string | null, now: number | null): string {
  if (expectedFrom === "declared" && expected !== null) return `expected ${formatNumber(expected)} is declared on the group`;
  if (expectedFrom === "learned" && expected !== null) return `expected ${formatNumber(expected)} is learned: ${heldPhrase(learned, now)}`;
  if (expectedFrom === "unreadable") return `the declared size ${JSON.stringify(text ?? "")} is no whole number`;
  return `no expected size is declared (annotation ${EXPECTED_SIZE_ANNOTATION})`;
}

/** How long a level was held: that it was is all that is said where nobody knows how long. */
function heldPhrase(learned: GroupInput["rollUp"]["learned"], now: number | null): string {
  const to = learned?.to ?? now;
  return learned === undefined || to === null || to <= learned.from ? "the level that it held" : `the level held for ${formatSpan(to - learned.from)}`;
}

function surplusPhrase({ total, expected }: GroupInput["rollUp"]): string {
  return expected !== null && total > expected ? `${formatNumber(total - expected)} more registered than expected` : "";
}
