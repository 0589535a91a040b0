import { expect, it } from "vitest";
import { tlsRefusal, tlsWord } from "./tls-words";

it.each([
  ["mutual", false, "mTLS", ""],
  ["mutual", true, "mTLS", "its policy takes plain text only (DISABLE)"],
  ["plain", true, "plain text", "its policy takes mTLS only (STRICT)"],
  ["simple", true, "TLS", "its policy takes mTLS only (STRICT)"],
  [null, true, "", ""],
] as const)("spoken %s, refused %s", (spoken, isRefused, word, refusal) => {
  expect([tlsWord(spoken), tlsRefusal(spoken, isRefused)]).toEqual([word, refusal]);
});
