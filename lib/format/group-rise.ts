import { countIn } from "@/lib/domain/state-code";
import { formatSpan } from "./text/duration";
import { listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { verb } from "./text/tense";

/** What is told of the latest rise in a group's machines that do not serve. Times in milliseconds. */
export interface RiseInput {
  readonly since: number | null;
  /** How many machines the latest rise was, and how many are as bad in all. */
  readonly rise: { readonly count: number; readonly total: number };
  readonly rollUp: {
    readonly total: number;
    readonly serving: number;
    readonly doubted: number;
    readonly counts: readonly number[];
    readonly expected: number | null;
  };
}

/** How many of the machines in trouble are new where others are older: "4 of them for 2 min"; "" where all are of one rise, or `now` is not told. */
export function risePhrase(input: Pick<RiseInput, "since" | "rise">, now: number | null): string {
  const span = newerSpan(input, now);
  return span === "" ? "" : `${formatNumber(input.rise.count)} of them for ${span}`;
}

/** The same where some of them are not there any more: "Of the 8 that do not serve, 4 for 2 min."; "". */
export function riseSentence(input: Pick<RiseInput, "since" | "rise">, now: number | null): string {
  const span = newerSpan(input, now);
  return span === "" ? "" : `Of the ${formatNumber(input.rise.total)} that do not serve, ${formatNumber(input.rise.count)} for ${span}.`;
}

function newerSpan({ since, rise }: Pick<RiseInput, "since" | "rise">, now: number | null): string {
  return since === null || now === null || rise.count >= rise.total ? "" : formatSpan(now - since);
}

/** Of machines that are there, expected to serve, in no trouble and still do not: "8 machines do not serve yet: 6 awaiting first probe, 2 draining."; "". */
export function waitingSentence({ rollUp }: Pick<RiseInput, "rollUp">, past: boolean): string {
  const { expected, serving, doubted, counts } = rollUp;
  if (expected === null || serving + doubted >= expected) return "";
  const kinds = [
    [countIn(counts, "awaiting"), "awaiting the first probe"],
    [countIn(counts, "draining"), "draining"],
  ] as const;
  const waiting = kinds.filter(([count]) => count > 0);
  const sum = waiting.reduce((all, [count]) => all + count, 0);
  if (sum === 0) return "";
  return `${plural(sum, "machine")} ${verb(sum, "do", { past }, "did")} not serve: ${listOf(waiting.map(([count, words]) => `${formatNumber(count)} ${words}`))}.`;
}
