import { expect, it } from "vitest";
import { MUTE_SPANS, mutedWords } from "./mute-words";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);

it("says until when and why", () => {
  const mute = { what: "STL101/a", reason: "set on Monday", until: NOW + 60_000 };
  expect(mutedWords(mute, NOW, "utc")).toBe("Muted until 04:17:12: set on Monday");
  expect(mutedWords({ ...mute, what: "rule:clock-skew" }, NOW, "utc")).toContain("Muted with its rule until");
});

it("nothing is muted for good", () => {
  for (const { ms } of MUTE_SPANS) expect(Number.isFinite(ms)).toBe(true);
});
