import { describe, expect, it } from "vitest";
import { lossPhrase } from "./loss-words";
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
const well = { unhealthy: 0, troubled: 0, common: [], missing: 6 };
const say = (rows: ReturnType<typeof loss>[], traits: (typeof zone)[], still: Parameters<typeof lossesSentence>[1], past = false) =>
  lossesSentence(
    { total: rows.filter((row) => !row.planned).length, back: rows.filter((row) => row.replacedBy !== "").length, left: 34, rows, traits },
    still,
    past,
    NOW,
    "utc",
  );

describe("how many were lost", () => {
  it.each([
    [{ total: 8, back: 0, backSince: null }, "8 lost"],
    [{ total: 8, back: 5, backSince: AT }, "8 lost, 5 back since 03:12:24"],
    [{ total: 1_200, back: 1_200, backSince: AT }, "1,200 lost, 1,200 back since 03:12:24"],
  ])("tells who is back: %o", (counts, words) => {
    expect(lostPhrase(counts, NOW, "utc")).toBe(words);
  });

  it("is compared with those that stayed, if any did", () => {
    expect(stayedPhrase({ left: 1_044 })).toBe("against the 1,044 that stayed");
    expect(stayedPhrase({ left: 0 })).toBe("");
  });
});

describe("the losses in a headline", () => {
  it("tell how many, how suddenly, and what they share with those still in trouble", () => {
    expect(say(six, [zone], { unhealthy: 2, troubled: 2, common: ["zone eu-central-1a"], missing: 6 })).toBe(
      "Six machines vanished within two seconds at 03:12:24, two fail their probe; all eight are in zone eu-central-1a.",
    );
  });

  it("are all counted where only the newest are named, and then only until when is known", () => {
    const losses = { total: 173, back: 8, left: 34, rows: six, traits: [] };
    expect(lossesSentence(losses, { ...well, missing: 165 }, false, NOW, "utc")).toBe("165 machines vanished until 03:12:26.");
  });

  it("do not share with the sick what the sick do not have", () => {
    expect(say(six, [zone], { unhealthy: 1, troubled: 1, common: [], missing: 6 })).toBe(
      "Six machines vanished within two seconds at 03:12:24, one fails its probe; the six that vanished were in zone eu-central-1a.",
    );
  });

  it("say nothing of what most others have too, or of a single machine", () => {
    expect(say(six, [{ ...zone, left: 33 }], well)).toBe("Six machines vanished within two seconds at 03:12:24.");
    expect(say([loss(0)], [{ ...zone, lost: 1 }], { ...well, missing: 1 })).toBe("One machine vanished at 03:12:24.");
  });

  it("are over when everybody expected is there, and do not count who was planned or came back", () => {
    expect(say(six, [zone], { ...well, missing: 0 })).toBe("");
    expect(say([loss(0, { planned: true }), loss(0, { replacedBy: "b" })], [], { ...well, missing: 1 })).toBe("");
    expect(say([loss(0), loss(0, { planned: true })], [], { ...well, missing: null })).toBe("One machine vanished at 03:12:24.");
  });

  it("leave room for those that nobody saw go", () => {
    expect(say([loss(0), loss(0)], [], { ...well, missing: 5 })).toBe("Two machines vanished at once at 03:12:24; 3 more are not registered.");
  });

  it("spread over an hour are not sudden", () => {
    expect(say([loss(0), loss(3000)], [], { ...well, missing: 2 })).toBe("Two machines vanished since 03:12:24.");
  });

  it("speak of the past where the page is not live", () => {
    expect(say([loss(0), loss(0)], [{ ...zone, lost: 2 }], { unhealthy: 2, troubled: 3, common: [], missing: 2 }, true)).toBe(
      "Two machines vanished at once at 03:12:24, two failed their probe and one more was in trouble; the two that vanished were in zone eu-central-1a.",
    );
  });
});

describe("one loss", () => {
  const row = { state: "vanished", connection: "connected", controller: "istiod-a", message: "" } as const;
  it.each([
    ["left", "disconnected 03:12:24, not back in time, deleted 03:12:34"],
    ["swept", "held by istiod-a, which was gone or too long silent; swept 03:12:34"],
    ["removed", "disconnected 03:12:24, deleted by somebody 03:12:34; istiod had no reason to"],
    ["unknown", "disconnected 03:12:24, gone 03:12:34; cause not known"],
    ["deleted", "deleted by a person or a tool 03:12:34"],
    ["group-deleted", "deleted with its group 03:12:34; the machine is still connected, but out of the mesh"],
    ["drained", "deleted by somebody 03:12:34, while it was draining"],
    ["struck by lightning", "gone 03:12:34"],
  ])("by %s reads: %s", (cause, words) => {
    expect(lossPhrase({ ...loss(0), cause, notBefore: null, row }, NOW, "utc")).toBe(words);
  });

  it.each([
    ["removed", "ghost", "held by istiod-a, for which nobody could vouch, deleted by somebody 03:12:34; istiod had no reason to"],
    ["removed", "connected", "connected, deleted by somebody 03:12:34; istiod had no reason to"],
    ["group-deleted", "unmanaged", "deleted with its group 03:12:34"],
    ["group-deleted", "reconnecting", "deleted with its group 03:12:34"],
  ] as const)("by %s of one that was %s says no more than is known: %s", (cause, connection, words) => {
    const last = { ...row, connection };
    expect(lossPhrase({ ...loss(0, { disconnectedAt: null }), cause, notBefore: null, row: last }, NOW, "utc")).toBe(words);
  });

  it("behind a gap ended between two moments", () => {
    expect(lossPhrase({ ...loss(0, { disconnectedAt: null }), cause: "found-missing", notBefore: AT, row }, NOW, "utc")).toBe(
      "gone between 03:12:24 and 03:12:34, while nobody was looking",
    );
  });
});
