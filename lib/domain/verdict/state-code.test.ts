import { describe, expect, it } from "vitest";
import { codedCounts, codeOfState, countWithState, noCounts, placeOfCode, STATE_CODES, stateCodeConverter, stateOfCode } from "./state-code";
import { STATES, type State } from "./verdict";

/** The codes of released versions, which are on the disks of users and never change. */
const RELEASED = [
  [0, "unreadable"],
  [1, "vanished"],
  [2, "unhealthy"],
  [3, "disconnected"],
  [4, "unverified"],
  [5, "overdue"],
  [6, "reconnecting"],
  [7, "draining"],
  [8, "awaiting"],
  [9, "unchecked"],
  [10, "healthy"],
  [11, "no-endpoint"],
] as const;

describe("the code of a state", () => {
  it.each(RELEASED)("the code of a state: %i always means '%s'", (code, state) => {
    expect([STATE_CODES[state], codeOfState(state), stateOfCode(code)]).toEqual([code, code, state]);
  });

  it("the code of a state belongs to one state, and each state has one", () => {
    expect(new Set(STATES.map(codeOfState)).size).toBe(STATES.length);
  });

  it("the code of a state is unknown if no state has it, and comes last", () => {
    expect([stateOfCode(99), stateOfCode(-1), placeOfCode(99), placeOfCode(-1)]).toEqual([null, null, STATES.length, STATES.length]);
  });

  it("countWithState returns the count of a state", () => {
    const counts = codedCounts(STATES.map((_, place) => place));
    expect(STATES.map((state) => countWithState(counts, state))).toEqual(STATES.map((_, place) => place));
    expect(noCounts()).toEqual(RELEASED.map(() => 0));
  });
});

describe("a list of states in another order, with a new state", () => {
  type Later = State | "quarantined";
  const reversed: readonly Later[] = ["quarantined", ...[...STATES].reverse()];
  const later = stateCodeConverter<Later>(reversed, { ...STATE_CODES, quarantined: 12 });

  it("a list of states in another order, with a new state reads each stored code as its old state", () => {
    expect(RELEASED.map(([code]) => later.stateOf(code))).toEqual(RELEASED.map(([, state]) => state));
  });

  it("a list of states in another order, with a new state stores counts under their old codes, and the new state under the next code", () => {
    const counts = reversed.map((_, place) => place * 10);
    const stored = later.coded(counts);
    expect(RELEASED.map(([code, state]) => stored[code] === counts[reversed.indexOf(state)])).not.toContain(false);
    expect([stored.length, stored[12]]).toEqual([13, 0]);
  });

  it("a list of states in another order, with a new state sorts by its own order, whatever the codes", () => {
    expect([later.placeOf(12), later.placeOf(10), later.placeOf(2)]).toEqual([0, 1, 12]);
  });
});
