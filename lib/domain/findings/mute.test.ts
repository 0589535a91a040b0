import { describe, expect, it } from "vitest";
import { type Mute, muteOfFinding, OBJECT_MUTE_KEY, ruleMuteKey, withMute, withoutMute } from "./mute";

const NOW = 1_000;
const own: Mute = { what: "STL101/a", reason: "known", until: NOW + 1 };
const ofRule: Mute = { what: ruleMuteKey("clock-skew"), reason: "all known", until: NOW + 1 };
const finding = { id: "STL101/a", rule: "clock-skew" };

describe("the mute of a finding", () => {
  it.each([
    ["by the id of the finding", [ofRule, own], own],
    ["by the finding's rule", [ofRule], ofRule],
    ["not after the end of the mute", [{ ...own, until: NOW }], null],
    [
      "not by the mute of another finding",
      [
        { ...own, what: "STL101/b" },
        { ...ofRule, what: ruleMuteKey("other") },
      ],
      null,
    ],
  ])("a muted finding is found %s", (_how, mutes, found) => {
    expect(muteOfFinding(finding, mutes, NOW)).toEqual(found);
  });

  it("a muted finding is that of the object's annotation first, until its end", () => {
    const mute = { until: NOW + 5, reason: "of all" };
    expect(muteOfFinding({ ...finding, mute }, [own], NOW)).toEqual({ ...mute, what: OBJECT_MUTE_KEY });
    expect(muteOfFinding({ ...finding, mute: { ...mute, until: NOW } }, [own], NOW)).toEqual(own);
  });

  it("a muted finding is replaced by a new one of the same key, and mutes after their end are dropped", () => {
    const longer = { ...own, until: NOW + 9 };
    expect(withMute([own, { ...ofRule, until: NOW }], longer, NOW)).toEqual([longer]);
    expect(withoutMute([own, ofRule], own.what)).toEqual([ofRule]);
  });
});
