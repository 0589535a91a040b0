import { expect, it } from "vitest";
import { type StandingInput, standingWords } from "./standing-words";

const LIVE = { past: false } as const;
const THEN = { past: true, at: "at 04:16:12", moment: 0 } as const;
const replica = (change: Partial<StandingInput> = {}): StandingInput => ({ standing: "runs", doubt: null, held: 7, even: 5, ...change });

it.each<[Partial<StandingInput>, string, string, string]>([
  [{}, "runs", "ran", "good"],
  [{ held: 0 }, "runs, holds nobody", "ran, held nobody", "warn"],
  [{ held: 0, even: null }, "runs", "ran", "good"],
  [{ held: 0, even: 0.5 }, "runs", "ran", "good"],
  [{ standing: "in-doubt", doubt: "replica-not-ready" }, "runs, replica not ready", "ran, replica not ready", "blind"],
  [{ standing: "ending" }, "is stopping", "was stopping", "warn"],
  [{ standing: "not-running", held: 0 }, "does not run", "did not run", "bad"],
  [{ standing: "lost" }, "lost", "was lost", "blind"],
  [{ standing: "gone" }, "gone, still named", "was gone, still named", "blind"],
  [{ standing: "not-visible" }, "not visible", "not visible", "blind"],
])("a replica %j %s, and %s", (change, now, then, tone) => {
  expect(standingWords(replica(change), LIVE)).toMatchObject({ word: now, tone });
  expect(standingWords(replica(change), THEN).word).toBe(then);
});
