import type { NextIstiodAction } from "@/lib/domain/verdict/next-action";
import type { Connection } from "@/lib/domain/verdict/verdict";

/** What Istio does next, in parts: a sentence, a moment to count down to (milliseconds, null = none), what that moment is, and a caveat or "". */
export interface NextWords {
  readonly sentence: string;
  readonly countTo: number | null;
  readonly countLabel: "" | "in" | "at the latest in";
  readonly caveat: string;
}

type Sentences = Record<Exclude<NextIstiodAction["kind"], "nothing" | "never-cleaned" | "unknown">, readonly [ahead: string, due: string]>;

const TIMED: Sentences = {
  renew: ["closes the connection at about its maximum age; the machine then opens a new one", "waits for the machine to open a new connection"],
  delete: ["deletes the entry, unless the machine is back before", "deletes the entry: the grace period is over, and the next sweep takes what is left"],
  "drop-condition": [
    "removes the health report, unless the machine is back before; the entry itself stays",
    "removes the health report with its next sweep; the entry itself stays",
  ],
  sweep: ["sweeps the entry away, unless the machine connects again before", "sweeps the entry away with its next round, unless the machine connects again"],
};

const NOTHING: Record<Connection["kind"], string> = {
  unmanaged: "nothing: this entry was written by hand, and Istio keeps no connection for it",
  connected: "nothing: connections have no maximum age here, so this one is not renewed",
  never: "nothing: the entry was written by hand and stays as it is",
  overdue: "nothing: the entry was written by hand and has no health report to lose",
  leaked: "nothing: the entry was written by hand and has no health report to lose",
  ghost: "nothing: the entry was written by hand and has no health report to lose",
  reconnecting: "nothing: the entry was written by hand and has no health report to lose",
  disconnected: "nothing: the entry stays, and its health report is gone already",
};

/** The sentence that follows "What Istio does next", at `now` in milliseconds. */
export function nextSentence(next: NextIstiodAction, connection: Connection["kind"], now: number): NextWords {
  const caveat = next.assumed ? "The time rests on an assumed value." : "";
  switch (next.kind) {
    case "nothing":
      return { sentence: NOTHING[connection], countTo: null, countLabel: "", caveat };
    case "never-cleaned":
      return { sentence: neverCleaned(connection), countTo: null, countLabel: "", caveat };
    case "unknown":
      return { sentence: "cannot tell: what it depends on is not visible here", countTo: null, countLabel: "", caveat };
    default:
      return { ...timed(next.kind, next, now), caveat };
  }
}

function timed(kind: keyof Sentences, { at, latestAt }: NextIstiodAction, now: number): Omit<NextWords, "caveat"> {
  const [ahead, due] = TIMED[kind];
  if (at !== null && now < at) return { sentence: ahead, countTo: at, countLabel: "in" };
  if (latestAt !== null && now < latestAt) return { sentence: due, countTo: latestAt, countLabel: "at the latest in" };
  return { sentence: due, countTo: null, countLabel: "" };
}

function neverCleaned(connection: Connection["kind"]): string {
  if (connection === "never") return "nothing: an entry that never connected is not cleaned up";
  if (connection === "leaked") return "nothing: its connectedAt cannot be compared with a maximum age, so no sweep takes it";
  return "nothing: connections have no maximum age here, so no sweep ever takes it";
}
