import { describe, expect, it } from "vitest";
import { REPLICA_DOUBTS, STATES } from "@/lib/domain/verdict";
import { stateWords, unvouchedWords, wordsOf } from "./state-words";

describe("the words of a state", () => {
  it("are those that the design fixed, one each", () => {
    expect(STATES.map((state) => stateWords[state].word)).toEqual([
      "Unreadable",
      "Vanished",
      "Unhealthy",
      "Disconnected",
      "Unverified",
      "Overdue",
      "Reconnecting",
      "Draining",
      "Awaiting first probe",
      "Not checked",
      "Healthy",
    ]);
  });

  it.each([...STATES.map((state) => stateWords[state]), ...["", ...REPLICA_DOUBTS].map(unvouchedWords)])("explain $word in whole sentences", (words) => {
    for (const text of [words.meaning, words.cause, words.next, words.todo]) expect(text).toMatch(/^([A-Z]|istiod ).*[.?]$/);
  });

  it("call a Healthy that nobody vouches for by another name", () => {
    expect(wordsOf("healthy", false).word).toBe("Healthy, not vouched for");
    expect(wordsOf("healthy", false, "replica-not-visible").word).toBe("Healthy, replica not visible");
    expect(wordsOf("healthy", false, "replica-not-ready").word).toBe("Healthy, replica not ready");
    expect(wordsOf("healthy", false, "node-not-visible").word).toBe("Healthy, replica's Node not visible");
    expect(wordsOf("healthy", true).word).toBe("Healthy");
    expect(wordsOf("unhealthy", false).word).toBe("Unhealthy");
  });
});
