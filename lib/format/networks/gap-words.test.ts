import { expect, it } from "vitest";
import { UNKNOWN_HOSTS_REASONS } from "@/lib/domain/networks/passthrough";
import { UNREACHABLE_REASONS, type UnreachableReason } from "@/lib/domain/networks/unreachable-reasons";
import { GAP_WORDS, hostGapWords, PASS_LACK_TEXTS } from "./gap-words";

it.each(UNREACHABLE_REASONS)("%s has words, and is never called well", (gap) => {
  const { word, means, tone } = GAP_WORDS[gap];
  expect(word).not.toBe("");
  expect(means).toMatch(/\.$/);
  expect(tone).toMatch(/^(bad|warn)$/);
});

it.each<[UnreachableReason, RegExp]>([
  ["no-address", /get no endpoint/],
  ["no-address-here", /no usable address\. Other callers can only use a gateway of its network/],
  ["empty-address", /empty address with the port.*not measured/],
])("a machine without an address (%s) says what its callers get", (gap, words) => {
  expect(GAP_WORDS[gap].means).toMatch(words);
});

it.each([
  ["rule", "DISABLE", /tls\.mode DISABLE/],
  ["external", "", /MESH_EXTERNAL/],
  ["not-covered", "", /AUTO_PASSTHROUGH/],
  ["not-exported", "", /not exported/],
  ["other-owner", "", /another object/],
] as const)("a host that is kept back by %s", (code, mode, words) => {
  expect(hostGapWords({ code, mode })).toMatch(words);
});

it.each(UNKNOWN_HOSTS_REASONS)("the reason %s is one sentence of at most 14 words", (lack) => {
  expect(PASS_LACK_TEXTS[lack]).toMatch(/^[A-Z][^.]*\.$/);
  expect(PASS_LACK_TEXTS[lack].split(" ").length).toBeLessThanOrEqual(14);
});
