import type { ReplicaStatusKind } from "@/lib/domain/control-plane/replica-status";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { replicaDoubtWords } from "@/lib/format/replica-doubt";
import type { Tense } from "@/lib/format/text/tense";

/** What the words for a replica need. `even`: what it would hold if all of its revision held the same; null = it is alone, or does not run. */
export interface StandingInput {
  readonly standing: ReplicaStatusKind;
  readonly doubt: string | null;
  readonly held: number;
  readonly even: number | null;
}

/** A few words for a replica, and the tone that they have while the page is live. */
export interface StandingWords {
  readonly word: string;
  readonly tone: Tone;
  /** The same in a sentence, for whoever points at it. */
  readonly title: string;
}

const WORDS: Readonly<Record<ReplicaStatusKind, { readonly now: string; readonly past: string; readonly tone: Tone; readonly title: string }>> = {
  runs: { now: "runs", past: "ran", tone: "good", title: "Its container runs, its Pod is ready, and so is its Node." },
  "in-doubt": { now: "runs", past: "ran", tone: "blind", title: "Its container runs, but its connections are unverified." },
  ending: {
    now: "is stopping",
    past: "was stopping",
    tone: "warn",
    title: "Its Pod was asked to stop. It holds its machines until it ends; they then connect to others.",
  },
  "not-running": { now: "does not run", past: "did not run", tone: "bad", title: "Its Pod is there, and its container does not run: it holds nobody." },
  lost: { now: "lost", past: "was lost", tone: "blind", title: "Its Pod is still listed, but its Node is silent or the Pod should be gone: it holds nobody." },
  gone: {
    now: "gone, still named",
    past: "was gone, still named",
    tone: "blind",
    title: "There is no such Pod. The entries of machines name it all the same.",
  },
  "not-visible": { now: "not visible", past: "not visible", tone: "blind", title: "The istiod Pods cannot be read with these rights." },
};

/** How a replica stands. One that runs beside others that hold machines, and holds nobody itself, is worth a look. */
export function standingWords({ standing, doubt, held, even }: StandingInput, tense: Tense): StandingWords {
  const words = WORDS[standing];
  const word = tense.past ? words.past : words.now;
  const doubted = doubt === null ? null : replicaDoubtWords(doubt);
  if (standing === "in-doubt" && doubted !== null) return { word: `${word}, ${doubted.word}`, tone: words.tone, title: doubted.cause };
  if (standing === "runs" && held === 0 && even !== null && even >= 1)
    return { word: `${word}, ${tense.past ? "held" : "holds"} nobody`, tone: "warn", title: `${words.title} ${HOLDS_NOBODY}` };
  return { word, tone: words.tone, title: words.title };
}

const HOLDS_NOBODY = "Machines come to it as their connections reach the maximum age and are renewed.";
