import { expect, it } from "vitest";
import { refusedProbe } from "./refused-probe";

it.each([
  ["httpGet", [], null],
  ["tcpSocket", [], null],
  ["exec", ["check"], null],
  ["exec", [], "no-command"],
  ["grpc", [], "grpc"],
  ["none", [], "no-method"],
] as const)("a probe with %s and the command %j is refused for %j", (method, command, why) => {
  const unset = { port: null, path: "", scheme: "", host: "", initialDelaySeconds: null, timeoutSeconds: null };
  expect(refusedProbe({ method, command, ...unset, periodSeconds: null, successThreshold: null, failureThreshold: null })).toBe(why);
});
