import { describe, expect, it } from "vitest";
import { type Mute, muteOf, OBJECT_MUTE, ruleMuteKey, withMute, withoutMute } from "./mute";

const NOW = 1_000;
const own: Mute = { what: "STL101/a", reason: "known", until: NOW + 1 };
const ofRule: Mute = { what: ruleMuteKey("clock-skew"), reason: "all known", until: NOW + 1 };
const finding = { id: "STL101/a", rule: "clock-skew" };

describe("a muted finding", () => {
  it.each([
    ["by itself", [ofRule, own], own],
    ["by its rule", [ofRule], ofRule],
    ["no more, once its time is over", [{ ...own, until: NOW }], null],
    [
      "not by another's mute",
      [
        { ...own, what: "STL101/b" },
        { ...ofRule, what: ruleMuteKey("other") },
      ],
      null,
    ],
  ])("a muted finding is muted %s", (_how, mutes, found) => {
    expect(muteOf(finding, mutes, NOW)).toEqual(found);
  });

  it("a muted finding is muted by its object first, for everybody, until that is over", () => {
    const mute = { until: NOW + 5, reason: "of all" };
    expect(muteOf({ ...finding, mute }, [own], NOW)).toEqual({ ...mute, what: OBJECT_MUTE });
    expect(muteOf({ ...finding, mute: { ...mute, until: NOW } }, [own], NOW)).toEqual(own);
  });

  it("a muted finding has one mute at a time, and those that are over are forgotten", () => {
    const longer = { ...own, until: NOW + 9 };
    expect(withMute([own, { ...ofRule, until: NOW }], longer, NOW)).toEqual([longer]);
    expect(withoutMute([own, ofRule], own.what)).toEqual([ofRule]);
  });
});
