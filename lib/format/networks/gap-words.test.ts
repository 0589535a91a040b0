import { expect, it } from "vitest";
import { MACHINE_GAPS } from "@/lib/domain/networks/machine-gap";
import { GAP_WORDS, hostGapWords } from "./gap-words";

it.each(MACHINE_GAPS)("%s has words, and is never called well", (gap) => {
  const { word, means, tone } = GAP_WORDS[gap];
  expect(word).not.toBe("");
  expect(means).toMatch(/\.$/);
  expect(tone).toMatch(/^(bad|warn)$/);
});

it.each([
  ["rule", "DISABLE", /tls\.mode DISABLE/],
  ["external", "", /MESH_EXTERNAL/],
  ["not-covered", "", /AUTO_PASSTHROUGH/],
] as const)("a host that is kept back by %s", (code, mode, words) => {
  expect(hostGapWords({ code, mode })).toMatch(words);
});
