import { describe, expect, it } from "vitest";
import { STATE_WORDS, STATES, UNVERIFIED_REPLICA_REASONS } from "@/lib/domain/verdict/verdict";
import { stateExplanation } from "./state-explanations";
import { countWord, rowWord, stateTitle, stateWord, WORDS } from "./state-words";

describe("the words of a state", () => {
  it('are eight, and "No endpoint" in a row without one', () => {
    expect(STATES.map(rowWord)).toEqual([
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
    expect(STATE_WORDS.map((word) => WORDS[word])).toEqual([
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
    expect(STATES.map(stateTitle).filter((title) => title !== null)).toEqual([
      "No endpoint: neither an address nor a network",
      "Unverified: replica gone or connection too old",
      "Unverified: disconnected",
      "Unverified: unreadable object",
      "Reconnecting: renewal overdue",
    ]);
  });

  it.each([
    ...STATES.map((state) => stateExplanation(state, true)),
    ...["", ...UNVERIFIED_REPLICA_REASONS].map((why) => stateExplanation("healthy", false, why)),
  ])("explain $word in whole sentences", (words) => {
    for (const text of [words.meaning, words.cause, words.next, words.todo]) expect(text).toMatch(/^([A-Z]|istiod).*[.?]$/);
  });

  it("name a Healthy machine otherwise if nothing proves its connection", () => {
    expect(stateWord("healthy", false)).toBe("Healthy, connection not proved");
    expect(stateWord("healthy", false, "replica-not-visible")).toBe("Healthy, replica not visible");
    expect(stateWord("healthy", false, "replica-not-ready")).toBe("Healthy, replica not ready");
    expect(stateWord("healthy", false, "node-not-visible")).toBe("Healthy, replica's Node not visible");
    expect(stateWord("healthy", true)).toBe("Healthy");
    expect(stateWord("unhealthy", false)).toBe("Unhealthy");
  });
});
