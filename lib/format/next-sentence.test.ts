import { describe, expect, it } from "vitest";
import type { NextIstiodAction } from "@/lib/domain/verdict/next-action";
import type { Connection } from "@/lib/domain/verdict/verdict";
import { nextSentence } from "./next-sentence";

const now = 1_000_000;
const next = (kind: NextIstiodAction["kind"], at: number | null = null, latestAt: number | null = null, assumed = false): NextIstiodAction => ({
  kind,
  at,
  latestAt,
  assumed,
});

describe("what Istio does next, in words", () => {
  it("counts down to the moment from which it may happen", () => {
    expect(nextSentence(next("delete", now + 6_000, now + 106_000), "reconnecting", now)).toEqual({
      sentence: "deletes the entry, unless the machine is back before",
      countTo: now + 6_000,
      countLabel: "in",
      caveat: "",
    });
  });

  it("counts down to the latest moment once it is due", () => {
    expect(nextSentence(next("delete", now, now + 100_000), "disconnected", now)).toMatchObject({ countTo: now + 100_000, countLabel: "at the latest in" });
  });

  it("counts nothing down when every moment is past, or none is known", () => {
    expect(nextSentence(next("sweep", now - 9, now - 1), "leaked", now)).toMatchObject({ countTo: null, countLabel: "" });
    expect(nextSentence(next("sweep"), "leaked", now)).toMatchObject({ countTo: null, countLabel: "" });
  });

  it("says when a time rests on an assumption", () => {
    expect(nextSentence(next("renew", now + 1, now + 2, true), "connected", now).caveat).toBe("The time rests on an assumed value.");
  });

  const nothing: readonly [NextIstiodAction["kind"], Connection["kind"], string][] = [
    ["nothing", "unmanaged", "written by hand"],
    ["nothing", "connected", "no maximum age"],
    ["nothing", "disconnected", "the entry stays"],
    ["never-cleaned", "ghost", "no sweep ever takes it"],
    ["never-cleaned", "leaked", "no sweep takes it"],
    ["never-cleaned", "never", "never connected"],
    ["unknown", "connected", "cannot tell"],
  ];
  it.each(nothing)("explains %s for a connection that is %s", (kind, connection, words) => {
    const said = nextSentence(next(kind), connection, now);
    expect(said.sentence).toContain(words);
    expect(said.countTo).toBeNull();
  });
});
