import { describe, expect, it } from "vitest";
import { groupLossesStatement } from "@/lib/domain/statements/group";
import type { LossesInWindow } from "@/lib/domain/statements/losses";
import { aRollUp } from "@/lib/testing/rows";
import { countEndPhrase, lossPhrase } from "./loss-words";
import { lossesSentence, lostPhrase, stayedPhrase } from "./losses-sentence";

const NOW = Date.UTC(2026, 10, 21, 4, 16, 12);
const AT = Date.UTC(2026, 10, 21, 3, 12, 24);
const loss = (seconds: number, change: object = {}) => ({
  planned: false,
  disconnectedAt: AT + seconds * 1000,
  endedAt: AT + seconds * 1000 + 10_000,
  replacedBy: "",
  ...change,
});
const six = [0, 0, 1, 1, 2, 2].map((seconds) => loss(seconds));
const zone = { trait: "zone", value: "eu-central-1a", lost: 6, left: 8 };
/** The trouble of the group besides its losses. */
interface Still {
  readonly unhealthy?: number;
  readonly unverified?: number;
  readonly common?: readonly string[];
  readonly missing: number;
}
const read = (losses: LossesInWindow, { unhealthy = 0, unverified = 0, common = [], missing }: Still, past = false) => {
  const counts = { healthy: 34, unhealthy, unverified };
  const rollUp = aRollUp(counts, { expected: 34 + unhealthy + unverified + missing });
  const statement = groupLossesStatement({ namespace: "shop", name: "checkout", rollUp, common }, losses);
  return statement === null ? "" : lossesSentence(statement, past, NOW, "utc");
};
const say = (rows: ReturnType<typeof loss>[], traits: (typeof zone)[], still: Still, past = false) => {
  const [total, back] = [rows.filter((row) => !row.planned).length, rows.filter((row) => row.replacedBy !== "").length];
  return read({ total, back, left: 34, rows, traits }, still, past);
};

describe("how many were lost", () => {
  it.each([
    [{ total: 8, back: 0, backSince: null }, "8 lost"],
    [{ total: 8, back: 5, backSince: AT }, "8 lost, 5 back since 03:12:24"],
    [{ total: 1_200, back: 1_200, backSince: AT }, "1,200 lost, 1,200 back since 03:12:24"],
  ])("counts the machines that are back: %o", (counts, words) => {
    expect(lostPhrase(counts, NOW, "utc")).toBe(words);
  });

  it("is compared with the machines that stayed, if any", () => {
    expect(stayedPhrase({ left: 1_044 })).toBe("against the 1,044 that stayed");
    expect(stayedPhrase({ left: 0 })).toBe("");
  });
});

describe("a group-losses statement", () => {
  it("has the number, the time, and what the machines in trouble share too", () => {
    expect(say(six, [zone], { unhealthy: 2, common: ["zone eu-central-1a"], missing: 6 })).toBe(
      "Six machines were lost within two seconds at 03:12:34, two fail their probe; all eight are in zone eu-central-1a.",
    );
  });

  it("counts all losses if the answer has the newest only, with the last moment", () => {
    const losses = { total: 173, back: 8, left: 34, rows: six, traits: [] };
    expect(read(losses, { missing: 165 })).toBe("165 machines were lost until 03:12:36.");
  });

  it("names the lost ones if the machines in trouble do not share their value", () => {
    expect(say(six, [zone], { unhealthy: 1, missing: 6 })).toBe(
      "Six machines were lost within two seconds at 03:12:34, one fails its probe; the six that were lost were in zone eu-central-1a.",
    );
  });

  it("leaves out a value that most other machines have, or of one machine", () => {
    expect(say(six, [{ ...zone, left: 33 }], { missing: 6 })).toBe("Six machines were lost within two seconds at 03:12:34.");
    expect(say([loss(0)], [{ ...zone, lost: 1 }], { missing: 1 })).toBe("One machine was lost at 03:12:34.");
  });

  it("is absent if all expected machines are registered; planned and replaced losses do not count", () => {
    expect(say(six, [zone], { missing: 0 })).toBe("");
    expect(say([loss(0, { planned: true }), loss(0, { replacedBy: "b" })], [], { missing: 1 })).toBe("");
    expect(say([loss(0), loss(0, { planned: true })], [], { missing: 1 })).toBe("One machine was lost at 03:12:34.");
  });

  it("counts missing machines without a recorded loss apart", () => {
    expect(say([loss(0), loss(0)], [], { missing: 5 })).toBe("Two machines were lost at once at 03:12:34; 3 more are missing.");
  });

  it("is not sudden over an hour", () => {
    expect(say([loss(0), loss(3000)], [], { missing: 2 })).toBe("Two machines were lost since 03:12:34.");
  });

  it("uses the past tense if the page is not live", () => {
    expect(say([loss(0), loss(0)], [{ ...zone, lost: 2 }], { unhealthy: 2, unverified: 1, missing: 2 }, true)).toBe(
      "Two machines were lost at once at 03:12:34, two failed their probe and one more was in trouble; the two that were lost were in zone eu-central-1a.",
    );
  });
});

describe("one loss", () => {
  const row = { state: "vanished", connection: "connected", controller: "istiod-a", message: "" } as const;
  it.each([
    ["left", "disconnected 03:12:24, not back in time, deleted 03:12:34"],
    ["swept", "swept by istiod 03:12:34: istiod-a was gone, or silent for too long"],
    ["removed", "disconnected 03:12:24, deleted by a user or a program 03:12:34; istiod had no reason to"],
    ["unknown", "disconnected 03:12:24, gone 03:12:34; cause not known"],
    ["deleted", "deleted by a user or a program 03:12:34"],
    ["group-deleted", "deleted with its group 03:12:34; the machine is still connected, but out of the mesh"],
    ["drained", "deleted by a user or a program 03:12:34, while it was draining"],
    ["struck by lightning", "gone 03:12:34"],
  ])("by %s reads: %s", (cause, words) => {
    expect(lossPhrase({ ...loss(0), cause, notBefore: null, row }, NOW, "utc")).toBe(words);
  });

  it.each([
    ["removed", "ghost", "connection to istiod-a unverified, deleted by a user or a program 03:12:34; istiod had no reason to"],
    ["removed", "connected", "connected, deleted by a user or a program 03:12:34; istiod had no reason to"],
    ["group-deleted", "unmanaged", "deleted with its group 03:12:34"],
    ["group-deleted", "reconnecting", "deleted with its group 03:12:34"],
  ] as const)("by %s of one that was %s says no more than is known: %s", (cause, connection, words) => {
    const last = { ...row, connection };
    expect(lossPhrase({ ...loss(0, { disconnectedAt: null }), cause, notBefore: null, row: last }, NOW, "utc")).toBe(words);
  });

  it("behind a gap ended between two moments", () => {
    expect(lossPhrase({ ...loss(0, { disconnectedAt: null }), cause: "found-missing", notBefore: AT, row }, NOW, "utc")).toBe(
      "gone between 03:12:24 and 03:12:34, while Stolos did not observe it",
    );
  });
});

it.each([
  ["replaced", "replaced by another machine 03:12:24"],
  ["size-changed", "not counted since the expected size changed 03:12:24"],
  ["quiet", "not counted since 03:12:24: no machine of its group joined or left for 24 h"],
  ["accepted", "will not come back: accepted by ann 03:12:24"],
  ["left-healthy", "not counted: it was healthy, and the size of its group may change"],
] as const)("the end of a count by %s reads: %s", (because, text) => {
  expect(countEndPhrase({ at: AT, because, by: "ann" }, NOW, "utc")).toBe(text);
});
