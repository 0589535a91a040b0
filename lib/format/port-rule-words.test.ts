import { describe, expect, it } from "vitest";
import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";
import { portRuleWords, type WordedPort } from "./port-rule-words";

const PORT: WordedPort = { name: "https", number: 443, target: null };

const CASES: readonly (readonly [EndpointPort, WordedPort, string])[] = [
  [{ port: 0, rule: "socket" }, PORT, "its address is a socket, which has no port"],
  [{ port: 8443, rule: "port-name" }, PORT, "its own port https: 8443"],
  [{ port: 8443, rule: "port-name" }, { ...PORT, target: 8443 }, "its own port https: 8443"],
  [{ port: 8443, rule: "port-name" }, { ...PORT, target: 8080 }, "its own port https: 8443 wins over targetPort 8080"],
  [{ port: 8443, rule: "target-name" }, { ...PORT, target: "web" }, "targetPort names its own port web: 8443"],
  [{ port: 8080, rule: "target-number" }, { ...PORT, target: 8080 }, "targetPort 8080"],
  [{ port: 443, rule: "service-number" }, PORT, "the number of the service's port: it names no port https of its own"],
  [{ port: 443, rule: "service-number" }, { ...PORT, name: "" }, "the number of the service's port"],
  [{ port: null, missing: "web" }, PORT, "targetPort names web, and the machine has no port of that name: it is no endpoint of this port"],
];

describe("why a port ends where it does", () => {
  it.each(CASES)("%j %j", (found, port, words) => {
    expect(portRuleWords(found, port)).toBe(words);
  });
});
