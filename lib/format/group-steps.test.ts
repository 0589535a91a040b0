import { describe, expect, it } from "vitest";
import type { GroupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { groupAdvice } from "./group-steps";

type Input = Parameters<typeof groupAdvice>[0];

const BAD = { namespace: "shop", name: "vm-1", address: "10.0.0.1" };
const HEALTHY = { namespace: "shop", name: "vm-9", address: "10.0.0.9" };
const REFUSED = 'Get "http://10.0.0.1:8000/healthz": dial tcp 10.0.0.1:8000: connect: connection refused';
const CHANGE = { kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels", seenAt: NOW - 5 * 3_600_000, ownAt: null, version: "v41" };

const reason = (change: Partial<Input["reasons"][number]> = {}) =>
  ({ state: "unhealthy", message: REFUSED, connection: "connected", connectionWhy: "", replica: "", machines: 6, ...change }) as const;

function inputOf(trouble: Partial<GroupWorstTrouble> = {}, change: Partial<Input> = {}): Input {
  return {
    ...{
      context: "",
      reasons: [reason()],
      compare: { bad: BAD, healthy: HEALTHY },
      lostAddress: "",
      time: { now: NOW, zone: "utc" as const },
      istiodNamespace: "istio-system",
      incident: null,
    },
    trouble: {
      ...{ kind: "group-worst-trouble", cluster: "prod-eu", namespace: "shop", group: "checkout", condition: "failed", count: 6, total: 48, others: 0 },
      ...{ since: NOW, sinceAtLeast: false, risen: null, traits: ["version v41"] },
      ...trouble,
    },
    ...change,
  };
}

function incidentOf(incident: Partial<Incident> = {}, change: Partial<NonNullable<Input["incident"]>> = {}): NonNullable<Input["incident"]> {
  const cause = { kind: "time-only", traits: [], group: null } as const;
  const title = incidentTitle(anIncident({ cause, members: [1, 2].map((n) => aMember(n)), ...incident }));
  return { title, mayRollBack: false, changes: [], moreChanges: 0, lastChange: null, services: [], ...change };
}

const noEntry = { compare: { bad: null, healthy: HEALTHY }, reasons: [] };
const LOST = { condition: "lost", traits: [] } as const;

describe("the advice for a group in trouble", () => {
  it.each<[string, Partial<GroupWorstTrouble>, Partial<Input>, string, RegExp]>([
    [
      "a refused connection",
      {},
      {},
      "Check one machine. Then compare v41 with a healthy machine.",
      /^ssh 10\.0\.0\.1 curl -sS -i http:\/\/localhost:8000\/healthz\nssh 10\.0\.0\.1 ss -ltnp 'sport = :8000'\ndiff </,
    ],
    [
      "a status",
      { traits: [] },
      { reasons: [reason({ message: "HTTP probe failed with statuscode: 503" })] },
      "Check one machine. Then compare it with a healthy machine.",
      /^ssh 10\.0\.0\.1 sudo journalctl/,
    ],
    [
      "an address that is no host",
      {},
      { compare: { bad: { ...BAD, address: "unix:///run/a" }, healthy: HEALTHY } },
      "Check one machine. Then compare v41 with a healthy machine.",
      /^diff </,
    ],
    ["no healthy machine", { count: 1 }, { compare: { bad: BAD, healthy: null } }, "Check the machine.", /get workloadentry\/vm-1 -o yaml$/],
    [
      "failed machines of one zone",
      { traits: ["zone eu-1c"] },
      {},
      "Check zone eu-1c: are its Nodes up, too?",
      /^kubectl get nodes .*eu-1c.*\nssh 10\.0\.0\.1 curl/,
    ],
    [
      "entries without an endpoint",
      { condition: "no-endpoint" },
      {},
      "Give the entry an address, or a network with a gateway.",
      /^kubectl -n shop get workloadentry\/vm-1 -o yaml$/,
    ],
    ["missing machines", { condition: "missing", traits: [] }, noEntry, "Find out whether these machines still run.", /get workloadentries --watch/],
    ["lost machines", LOST, noEntry, "The machines are gone. Look at vm-9, which is healthy.", /get workloadentries --watch\nssh 10\.0\.0\.9/],
    [
      "lost machines with a known address",
      LOST,
      { ...noEntry, lostAddress: "10.0.0.3" },
      "The machines are gone. Look at vm-9, which is healthy.",
      /^ssh 10\.0\.0\.3 systemctl status istio/,
    ],
    [
      "lost machines of one zone",
      { ...LOST, traits: ["zone eu-1c"] },
      { ...noEntry, lostAddress: "10.0.0.3" },
      "Check zone eu-1c: are its Nodes up, too?",
      /^kubectl get nodes .*\nssh 10\.0\.0\.3 /,
    ],
    [
      "unverified machines",
      { condition: "unverified" },
      { reasons: [reason({ state: "unverified", message: "", connectionWhy: "too-old" })] },
      "Check that the machines run. istiod does not prove it.",
      /^kubectl -n istio-system get pods -l app=istiod/,
    ],
    [
      "disconnected machines",
      { condition: "unverified" },
      { reasons: [reason({ state: "disconnected", message: "" })] },
      "Check that the machines run and that their agents reach istiod.",
      /^ssh 10\.0\.0\.1 sudo journalctl/,
    ],
    [
      "unreadable entries",
      { condition: "unverified" },
      { reasons: [reason({ state: "unreadable", message: "spec" })] },
      "Open the YAML of the entries and repair the named field.",
      /get workloadentry\/vm-1 -o yaml$/,
    ],
    ["several clusters", {}, { context: "prod-eu" }, "Check one machine. Then compare v41 with a healthy machine.", /kubectl --context prod-eu -n shop/],
    [
      "maintenance",
      {},
      { incident: incidentOf({ planned: { reason: "kernel", until: NOW } }) },
      "This is planned. There is nothing to do until the window ends.",
      /^$/,
    ],
    ["a recovering incident", {}, { incident: incidentOf({ state: "recovering" }) }, "Wait: it is over when all machines serve for 5 min.", /--watch$/],
    [
      "no istiod",
      { condition: "unverified" },
      { incident: incidentOf({ cause: { kind: "istiod-gone", traits: [], group: null } }) },
      "Find out why no istiod replica runs.",
      /^kubectl -n istio-system get pods/,
    ],
  ])("advises the steps for %s", (_, trouble, change, answer, commands) => {
    const advice = groupAdvice(inputOf(trouble, change));
    expect(advice.answer).toBe(answer);
    expect(advice.steps.map(({ command }) => command).join("\n")).toMatch(commands);
    expect(advice.steps.length).toBeLessThanOrEqual(3);
    expect(advice.answer.split(" ").length).toBeLessThanOrEqual(14);
  });

  it("suggests a rollback only if a change was made at most 30 minutes before", () => {
    const recent = { ...CHANGE, seenAt: NOW - 60_000 };
    const answer = (mayRollBack: boolean) => groupAdvice(inputOf({}, { incident: incidentOf({}, { mayRollBack, changes: [recent] }) })).answer;
    expect(answer(true)).toBe("Consider a rollback of WorkloadGroup shop/checkout.");
    expect(answer(false)).not.toContain("rollback");
  });

  it("starts a rollback with the change, its author, its time, and how long before the trouble", () => {
    const change = { ...CHANGE, seenAt: NOW - 240_000, edit: { fields: [], more: 0, by: "kubectl-edit" } };
    const incident = incidentOf({}, { mayRollBack: true, changes: [change] });
    const since = { ...incident, title: { ...incident.title, since: NOW } };
    const { steps } = groupAdvice(inputOf({}, { incident: since }));
    expect(steps[0]).toEqual({ text: "WorkloadGroup shop/checkout changed labels by kubectl-edit 04:12:12, 4 min before.", command: "", isChange: true });
    expect(steps).toHaveLength(3);
  });

  it("suggests to compare an older change, as the last step", () => {
    const { steps } = groupAdvice(inputOf({}, { incident: incidentOf({}, { lastChange: CHANGE }) }));
    expect(steps.map(({ isChange }) => isChange)).toEqual([false, false, true]);
    expect(steps.at(-1)).toMatchObject({ text: "Last change: checkout to v41, 5 h before.", command: "" });
  });

  it("has only read-only commands", () => {
    const conditions = ["failed", "lost", "missing", "no-endpoint", "unverified"] as const;
    const commands = conditions.flatMap((condition) => groupAdvice(inputOf({ condition })).steps.map(({ command }) => command));
    expect(
      commands.filter(
        (command) => !/^(kubectl\b.* (get|logs|describe)\b|istioctl\b|ssh \S+ (curl|ss|sudo journalctl|systemctl status)|diff <\()/.test(command),
      ),
    ).toEqual([]);
  });
});
