import { describe, expect, it } from "vitest";
import { REPLICA_DOUBTS, STATE_WORDS, STATES } from "@/lib/domain/verdict";
import { countWord, stateTitle, stateWords, unvouchedWords, WORD_TEXTS, wordsOf } from "./state-words";

describe("the words of a state", () => {
  it("are eight, and a word of its own for a row without an endpoint", () => {
    expect(STATES.map((state) => stateWords[state].word)).toEqual([
      "Unhealthy",
      "No endpoint",
      "Lost",
      "Unverified",
      "Unverified",
      "Unverified",
      "Draining",
      "Starting",
      "Reconnecting",
      "Reconnecting",
      "Not checked",
      "Healthy",
    ]);
    expect(STATE_WORDS.map((word) => WORD_TEXTS[word].word)).toEqual([
      "Healthy",
      "Not checked",
      "Reconnecting",
      "Unhealthy",
      "Lost",
      "Unverified",
      "Draining",
      "Starting",
    ]);
  });

  it("count a machine without an endpoint as Unhealthy", () => {
    expect(STATES.map((state) => countWord(state, true)).filter((word) => word === "Unhealthy")).toHaveLength(2);
    expect(countWord("healthy", false)).toBe("Healthy, connection not proved");
  });

  it("have the exact state in their title", () => {
    expect(STATES.map((state) => stateTitle(state, true)).filter((title) => title.includes(":"))).toEqual([
      "No endpoint: neither an address nor a network",
      "Unverified: replica gone or connection too old",
      "Unverified: disconnected",
      "Unverified: unreadable object",
      "Reconnecting: renewal overdue",
    ]);
  });

  it.each([...STATES.map((state) => stateWords[state]), ...["", ...REPLICA_DOUBTS].map(unvouchedWords)])("explain $word in whole sentences", (words) => {
    for (const text of [words.meaning, words.cause, words.next, words.todo]) expect(text).toMatch(/^([A-Z]|istiod).*[.?]$/);
  });

  it("name a Healthy machine otherwise if nothing proves its connection", () => {
    expect(wordsOf("healthy", false).word).toBe("Healthy, connection not proved");
    expect(wordsOf("healthy", false, "replica-not-visible").word).toBe("Healthy, replica not visible");
    expect(wordsOf("healthy", false, "replica-not-ready").word).toBe("Healthy, replica not ready");
    expect(wordsOf("healthy", false, "node-not-visible").word).toBe("Healthy, replica's Node not visible");
    expect(wordsOf("healthy", true).word).toBe("Healthy");
    expect(wordsOf("unhealthy", false).word).toBe("Unhealthy");
  });
});
