import { expect, it } from "vitest";
import { endpointStateWord, tlsWord } from "./endpoint-words";

it.each([
  ["pod", "yes", "Ready"],
  ["pod", "no", "Not ready"],
  ["inline", "yes", "Written in the object"],
] as const)("a %s that answers (%s) is %s", (kind, answers, word) => {
  expect(endpointStateWord({ kind, answers })).toBe(word);
});

it.each([
  ["mutual", false, "mTLS"],
  ["plain", true, "plain, refused"],
  ["simple", false, "TLS"],
  ["", false, "—"],
] as const)("TLS %s (refused: %s) is %s", (tls, isRefused, word) => {
  expect(tlsWord(tls, isRefused)).toBe(word);
});
