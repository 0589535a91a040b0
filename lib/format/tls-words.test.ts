import { expect, it } from "vitest";
import { ENDPOINT_TLS_CAUSES } from "@/lib/domain/selection/mutual-tls";
import { externalTls, gatewayClosedSentence, tlsCausePhrase, tlsReason, tlsRefusal, tlsWord } from "./tls-words";

it.each([
  ["mutual", false, "mTLS", ""],
  ["mutual", true, "mTLS", "its policy takes plain text only (DISABLE)"],
  ["plain", true, "plain text", "its policy takes mTLS only (STRICT)"],
  ["simple", true, "TLS", "its policy takes mTLS only (STRICT)"],
  [null, true, "", ""],
] as const)("spoken %s, refused %s", (spoken, isRefused, word, refusal) => {
  expect([tlsWord(spoken), tlsRefusal(spoken, isRefused)]).toEqual([word, refusal]);
});

it.each([
  [{ because: "account", gatewayClosed: null }, "It has a service account."],
  [
    { because: "destination-rule", gatewayClosed: "no-account" },
    "A DestinationRule sets the TLS mode. East-west gateways do not route to it: it has no service account.",
  ],
  [{ because: "external", gatewayClosed: "external" }, "The service is MESH_EXTERNAL or has no location. East-west gateways do not route to it."],
] as const)("names the setting behind %j", (tls, text) => {
  expect(tlsReason(tls)).toBe(text);
});

it("has one phrase for each setting, and no text for an open gateway", () => {
  expect(new Set(ENDPOINT_TLS_CAUSES.map(tlsCausePhrase)).size).toBe(ENDPOINT_TLS_CAUSES.length);
  expect(gatewayClosedSentence(null)).toBe("");
});

it.each([
  [[{ port: 80, tls: "plain", because: "external" }], ", so callers send plain text"],
  [[{ port: 80, tls: "mutual", because: "destination-rule" }], ", callers send mTLS: a DestinationRule sets the TLS mode"],
  [
    [
      { port: 80, tls: "plain", because: "external" },
      { port: 443, tls: "simple", because: "destination-rule" },
    ],
    ", callers send plain text on port 80 and TLS on port 443",
  ],
  [[{ port: 80, tls: "by-endpoint", because: "marks" }], ""],
  [[], ""],
  [null, ""],
] as const)("names the callers' TLS of a MESH_EXTERNAL service: %j", (callers, text) => {
  expect(externalTls(callers)).toBe(text);
});
