import { describe, expect, it } from "vitest";
import type { Probe } from "@/lib/domain/group/workload-group";
import { findingsLine } from "./findings/findings-line";
import {
  lostLine,
  lostTitle,
  plannedLine,
  policiesLine,
  probeTarget,
  probeTimes,
  sameLabelsLine,
  sizeLine,
  templateLine,
  whereLine,
  yamlLine,
} from "./group-details";

const HOUR = 3_600_000;
const text = ({ lead, rest }: { readonly lead: string; readonly rest: string }) => [lead, rest].filter((part) => part !== "").join(" ");

describe("the summary line of a collapsed section on a group's page", () => {
  const zone = (value: string, count: number, trouble: number) => ({ value, count, trouble });
  const network = [zone("vpc-1", 48, 6)];
  it.each([
    [{ zones: [], replicas: [], networks: [] }, "No machine is registered."],
    [{ zones: [zone("a", 16, 0), zone("b", 1, 0)], replicas: [zone("r", 17, 0)], networks: network }, "2 zones, 1 replica, 1 network"],
    [{ zones: [zone("a", 16, 1), zone("b", 16, 6)], replicas: [], networks: network }, "6 of 16 in b are in trouble · 2 zones, 0 replicas, 1 network"],
    [{ zones: [zone("", 4, 1)], replicas: [], networks: [] }, "1 of 4 in no zone is in trouble · 1 zone, 0 replicas, 0 networks"],
  ])("names the zone with the most trouble: %j", (places, words) => {
    expect(text(whereLine(places))).toBe(words);
  });

  const NONE = { from: 0, to: 24 * HOUR, total: 0, planned: 0, back: 0, traits: [] };
  const TRAITS = [
    { trait: "replica", value: "r-1", lost: 2 },
    { trait: "zone", value: "eu-1c", lost: 5 },
  ];
  it.each([
    [NONE, 0, "none", "plain"],
    [{ ...NONE, planned: 2 }, 0, "none · 2 left as planned", "plain"],
    [{ ...NONE, total: 5, back: 5, traits: TRAITS }, 0, "5 lost, 5 are back · all in eu-1c", "plain"],
    [{ ...NONE, total: 2, back: 1, traits: TRAITS }, 0, "2 lost, 1 is back · all with replica r-1", "bad"],
    [NONE, 3, "3 lost", "bad"],
  ])("counts lost machines and those that are back: %j and %i more", (losses, behind, words, tone) => {
    const line = lostLine(losses, behind);
    expect([text(line), line.tone]).toEqual([words, tone]);
  });

  it.each([
    [null, "Lost in 24 h"],
    [{ from: 0, to: 24 * HOUR }, "Lost in 24 h"],
    [{ from: 0, to: 7 * 24 * HOUR }, "Lost in 7 d"],
  ])("has the window of the losses in the title: %j", (losses, words) => {
    expect(lostTitle(losses)).toBe(words);
  });

  it.each([
    [{ expected: 48, expectedFrom: "learned" }, "48, learned: the largest size held for 30 min in 7 d"],
    [{ expected: 48, expectedFrom: "declared" }, "48, declared on the group"],
    [{ expected: 10, expectedMost: 60, expectedFrom: "range" }, "10–60, a declared range: the total is its lowest number, or the registered machines"],
    [{ expected: null, expectedFrom: "unknown" }, "not known, neither declared nor learned"],
  ] as const)("states the expected size with its source: %j", (size, words) => {
    expect(sizeLine(size)).toBe(words);
  });

  it.each([
    [{ labels: 4, annotations: 1, ports: 2, weight: 1 }, "4 labels, 1 annotation, 2 ports, weight 1 · changes apply to new entries only"],
    [{ labels: 1, annotations: 0, ports: 0, weight: null }, "1 label, 0 ports · changes apply to new entries only"],
  ])("counts the parts of the template: %j", (template, words) => {
    expect(templateLine(template)).toBe(words);
  });

  const strict = { resource: "peerauthentications", deed: { what: "takes", mode: "STRICT", decides: true } };
  const rule = { resource: "destinationrules", deed: { what: "calls" } };
  it.each([
    [[], [], "No policy applies."],
    [[strict, rule, rule], [], "mTLS STRICT · 2 DestinationRule"],
    [[{ ...strict, deed: { ...strict.deed, decides: false } }], [], "1 PeerAuthentication"],
    [[], ["sidecars"], "some are not visible"],
  ])("names the mTLS mode and counts other policies: %j, not visible %j", (lines, unseen, words) => {
    expect(policiesLine({ lines }, unseen)).toBe(words);
  });

  it("counts machines that are planned to leave, or states that the plan is invalid", () => {
    expect(text(plannedLine([{ here: true }, { here: false }, { here: null }]))).toBe("3 marked, 1 left");
    expect(plannedLine(null)).toEqual({ lead: "not readable", tone: "warn", rest: "" });
  });

  it("counts entries with the same labels, and names the object's tool and age", () => {
    expect([0, 1, 2].map(sameLabelsLine)).toEqual([
      "No other entry has its labels.",
      "1 entry matches the labels and belongs to no group",
      "2 entries match the labels and belong to no group",
    ]);
    const object = { managedBy: "Argo CD", createdAt: Date.UTC(2026, 3, 28, 9), generation: 41 };
    expect(yamlLine(object, "utc")).toBe("managed by Argo CD · created 2026-04-28 09:00:00 UTC · generation 41");
    expect(yamlLine({ managedBy: "", createdAt: null, generation: null }, "utc")).toBe("");
  });

  const found = (rule: string, severity: "error" | "warning" | "note") => ({ rule, severity });
  const SEEN = { total: 0, untold: 0, unreadableMutes: false };
  it.each([
    [[], SEEN, "No finding.", "plain"],
    [[], { ...SEEN, untold: 2 }, "2 rules cannot tell", "blind"],
    [[], { ...SEEN, unreadableMutes: true }, "The mutes are not readable.", "warn"],
    [[found("a", "warning"), found("b", "note")], { ...SEEN, total: 2 }, "1 warning: a · 1 other", "warn"],
    [
      [found("a", "error"), found("a", "error"), found("b", "error")],
      { ...SEEN, total: 3, untold: 1 },
      "3 errors: a and 1 more rule · 1 rule cannot tell",
      "bad",
    ],
  ])("names the rule of the worst findings: %j of %j", (rows, head, words, tone) => {
    const line = findingsLine(rows, head);
    expect([text(line), line.tone]).toEqual([words, tone]);
  });
});

const PROBE: Probe = {
  ...{ method: "httpGet", port: 8080, path: "/healthz", scheme: "", host: "", command: [] },
  ...{ initialDelaySeconds: null, timeoutSeconds: 1, periodSeconds: 10, successThreshold: null, failureThreshold: 3 },
};

describe("the text of a probe", () => {
  it.each([
    [PROBE, "http://localhost:8080/healthz"],
    [{ ...PROBE, scheme: "HTTPS", host: "10.0.0.1" }, "https://10.0.0.1:8080/healthz"],
    [{ ...PROBE, method: "tcpSocket" }, "tcp :8080"],
    [{ ...PROBE, method: "grpc", host: "10.0.0.1" }, "grpc 10.0.0.1:8080"],
    [{ ...PROBE, method: "exec", command: ["/bin/check", "-q"] }, "exec /bin/check -q"],
  ] as const)("has the target of %j", (probe, words) => {
    expect(probeTarget(probe)).toBe(words);
  });

  it.each([
    [PROBE, "every 10 s, timeout 1 s, fails after 3, others by default"],
    [{ ...PROBE, initialDelaySeconds: 5, successThreshold: 1 }, "every 10 s, timeout 1 s, first after 5 s, fails after 3, recovers after 1"],
    [{ ...PROBE, timeoutSeconds: 0, periodSeconds: 0, failureThreshold: 0 }, "times are the agent's defaults"],
  ])("has the settings of %j", (probe, words) => {
    expect(
      probeTimes(probe)
        .map(([, text]) => text)
        .join(", "),
    ).toBe(words);
  });
});
