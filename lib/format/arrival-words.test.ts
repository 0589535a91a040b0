import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { ArrivalStatement, ArrivalStepStatus } from "@/lib/domain/new-group/arrival";
import { alertRule, arrivalHeadline, hostPortWords, placeWords, runbookText, stepFactWords } from "./arrival-words";
import type { Tense } from "./text/tense";

const ARRIVED: ArrivalStatement = {
  ...{ kind: "arrival", group: "shop/web", step: "arrived", state: "done", tokenExpiresAt: null, areTokensAudited: false },
  ...{ goodReportWithin: null, badReportWithin: null, host: "", port: null, endpointPort: null },
  ...{ notSent: null, against: null, isAddressEmpty: false },
};
const PORT_LOST = { code: "port-lost", by: "name", owner: { kind: "ServiceEntry", namespace: "shop", name: "old" } } as const;
const waitsAt = (step: ArrivalStepStatus["step"], state: ArrivalStepStatus["state"] = "waiting") => ({ step, state });
const said = (statement: Partial<ArrivalStatement>, tense: Tense = { past: false }) => {
  const { strong, rest } = arrivalHeadline({ ...ARRIVED, ...statement }, { now: 1_000_000, tense });
  return `${strong} ${rest}`.trim();
};

describe("the first line of an arrival", () => {
  it.each<[Partial<ArrivalStatement>, string, Tense?]>([
    [waitsAt("objects", "wrong"), "There is no group shop/web. No machine can register with it."],
    [waitsAt("token"), "No new machine is here yet. No token was handed out for it since this server started."],
    [{ ...waitsAt("token"), areTokensAudited: null }, "No new machine is here yet. Whether a token was handed out for it is not known yet."],
    [{ ...waitsAt("token"), areTokensAudited: true }, "No new machine is here yet. No token for it is in the audit."],
    [{ ...waitsAt("connected"), tokenExpiresAt: 1_600_000 }, "No new machine is here yet. Its token is good for another 10 min."],
    [{ ...waitsAt("connected"), tokenExpiresAt: 760_000 }, "No new machine is here yet. Its token ended 4 min ago: make another."],
    [waitsAt("connected", "wrong"), "The newest machine is not connected. It was here, and its stream has ended."],
    [
      { ...waitsAt("health"), goodReportWithin: 0, badReportWithin: 20_000 },
      "The newest machine is here and waits for its first health report. A good one comes at once, a bad one within 20 s.",
    ],
    [waitsAt("health", "wrong"), "The newest machine is here, and gets no traffic as it should."],
    [waitsAt("endpoints", "wrong"), "The newest machine is ready, but no service selects it. Callers get it after a Service or ServiceEntry selects it."],
    [
      { ...waitsAt("endpoints", "wrong"), notSent: PORT_LOST },
      "The newest machine is ready, but callers are not sent it. ServiceEntry shop/old defines the host name and has no port with this name.",
    ],
    [
      { ...waitsAt("endpoints", "wrong"), against: { code: "draining", value: "true" } },
      "The newest machine is ready, but callers are not sent it. It is being drained (its label says true).",
    ],
    [waitsAt("endpoints", "unknown"), "The newest machine is ready. Its services are not known yet."],
    [
      { ...waitsAt("endpoints", "unknown"), isAddressEmpty: true },
      "The newest machine is ready. Callers get an empty address with the port: the effect on their proxies is not known.",
    ],
    [{ host: "web.example.com", port: 80, endpointPort: 80 }, "The newest machine takes traffic for web.example.com, port 80."],
    [
      { host: "web.example.com", port: 80, endpointPort: 80 },
      "The newest machine took at 04:16:12 traffic for web.example.com, port 80.",
      { past: true, at: "at 04:16:12", moment: 1 },
    ],
  ])("%j", (statement, sentence, tense) => {
    expect(said(statement, tense)).toBe(sentence);
  });
});

describe("the evidence of a step", () => {
  const machine = { machine: "", controller: "", message: "", hasProbe: true, serving: "unknown" };
  const facts = { token: null, tokensKept: false, ...machine, services: [], notSent: null, against: null, isAddressEmpty: false, now: 1_000_000 };
  it.each([
    [{ step: "token", state: "done" }, { token: { expiresAt: 1_060_000 } }, "good for another 1 min"],
    [{ step: "token", state: "unknown" }, {}, "none by this server since it started"],
    [{ step: "token", state: "waiting" }, { tokensKept: null }, "not known yet"],
    [{ step: "token", state: "unknown" }, { tokensKept: true }, "none in the audit"],
    [{ step: "connected", state: "done" }, { machine: "web-10.0.0.1", controller: "istiod-a" }, "web-10.0.0.1 at istiod-a"],
    [{ step: "health", state: "wrong" }, { serving: "yes-unchecked" }, "not checked: it was started without the group's probe"],
    [{ step: "health", state: "wrong" }, { message: "connection refused", serving: "no-unhealthy" }, "connection refused"],
    [{ step: "endpoints", state: "done" }, { services: ["web.example.com, port 443 → 8080"] }, "in the endpoints of web.example.com, port 443 → 8080"],
    [{ step: "endpoints", state: "wrong" }, {}, "no service selects it"],
    [
      { step: "endpoints", state: "wrong" },
      { notSent: PORT_LOST },
      "callers are not sent it: ServiceEntry shop/old defines the host name and has no port with this name",
    ],
    [{ step: "endpoints", state: "unknown" }, { isAddressEmpty: true }, "callers get an empty address with the port: the effect on their proxies is not known"],
  ] as const)("%j", (step, change, words) => {
    expect(stepFactWords(step, { ...facts, ...change })).toBe(words);
  });

  it.each([
    [{ address: "10.0.0.1", network: "vpc-2", locality: "eu/eu-a" }, "address 10.0.0.1; network vpc-2; locality eu/eu-a"],
    [
      { address: "", network: "", locality: "" },
      "no address is written; no network is written: sidecars of every network call it directly; no locality is written",
    ],
  ])("says where a machine is that has come: %j", (machine, words) => {
    expect(placeWords(machine)).toBe(words);
  });

  it("names a port once where both ends have the same", () => {
    expect(hostPortWords({ host: "a.test", port: 80, endpointPort: 80 })).toBe("a.test, port 80");
    expect(hostPortWords({ host: "a.test", port: 443, endpointPort: 8080 })).toBe("a.test, port 443 → 8080");
  });
});

describe("what is handed over", () => {
  it("is an alert rule with the expected size, or with a word where nobody knows it", () => {
    const parts = { namespace: "shop", group: "web", address: "https://stolos/c/eu/groups/shop/web" };
    const [rule] = parse(alertRule({ ...parts, expected: 12 })) as readonly { expr: string; annotations: { runbook_url: string } }[];
    expect(rule?.expr).toMatch(/< 12$/);
    expect(rule?.annotations.runbook_url).toBe(parts.address);
    expect(alertRule({ ...parts, expected: null })).toContain("< SIZE");
  });

  it("is a runbook that begins with the group's page", () => {
    expect(runbookText({ namespace: "shop", group: "web", address: "https://stolos/x" })).toContain("1. Look at https://stolos/x");
  });
});
