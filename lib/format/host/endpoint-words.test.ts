import { expect, it } from "vitest";
import { endpointStateWord, tlsByPortText, tlsWord } from "./endpoint-words";

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

it("TLS by port groups the ports of one value", () => {
  const ports = [
    { port: 80, tls: "plain", isRefused: false },
    { port: 443, tls: "mutual", isRefused: false },
    { port: 90, tls: "plain", isRefused: false },
    { port: 91, tls: "plain", isRefused: true },
  ] as const;
  expect(tlsByPortText(ports)).toBe("plain 80, 90 · mTLS 443 · plain, refused 91");
});
