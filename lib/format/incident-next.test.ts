import { describe, expect, it } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anIncident } from "@/lib/testing/incident-builders";
import { nextSteps } from "./incident-next";

type Input = Parameters<typeof nextSteps>[0];
const BAD = { namespace: "shop", name: "vm-1", address: "10.0.0.1" };
const HEALTHY = { namespace: "shop", name: "vm-9", address: "10.0.0.9" };
const REFUSED = 'Get "http://10.0.0.1:8080/healthz": dial tcp 10.0.0.1:8080: connect: connection refused';
const CHANGE = { kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels", seenAt: NOW - 18_000, ownAt: null, version: "v41" };
const EDIT = { fields: [{ field: "spec.template.labels[version]", from: "v40", to: "v41" }], more: 0, by: "" };

function inputOf(incident: Partial<Incident>, change: Partial<Input> = {}): Input {
  return {
    ...{ context: "", title: incidentTitle(anIncident(incident)), mayRollBack: false, changes: [], lastChange: null, services: [] },
    ...{ istiodNamespace: "istio-system", compare: { bad: BAD, healthy: HEALTHY } },
    ...change,
  };
}

const cause = (kind: Incident["cause"]["kind"], trait?: "zone" | "network" | "replica" | "version", value = "") =>
  ({ cause: { kind, traits: trait === undefined ? [] : [{ trait, value, bad: 2, of: 2, others: 0, ofOthers: 8 }], group: null } }) as const;
const GROUP_FAILED = { ...cause("time-only"), members: [1, 2].map((n) => ({ ...aMember(n), message: REFUSED })) };
const without = (part: "bad" | "healthy") => ({ compare: { bad: BAD, healthy: HEALTHY, [part]: null } });

describe("the next steps of an incident", () => {
  it.each<[string, Partial<Incident>, Partial<Input>, string, RegExp]>([
    ["a planned one", { planned: { reason: "kernel", until: NOW } }, {}, "This is planned. There is nothing to do until the window ends.", /^$/],
    ["a recovering one", { state: "recovering" }, {}, "Wait: it is over when all machines serve for 5 min.", /get workloadentries --watch$/],
    ["failed machines", GROUP_FAILED, {}, "Compare vm-1 with vm-9, which is healthy.", /^diff <\(kubectl -n shop get workloadentry\/vm-1 -o yaml\)/],
    ["no healthy machine", GROUP_FAILED, without("healthy"), "Look at vm-1 first: it failed first.", /^kubectl -n shop get workloadentry\/vm-1 -o yaml/],
    ["lost machines", GROUP_FAILED, without("bad"), "The machines are gone. Look at vm-9, which is healthy.", /ssh 10\.0\.0\.9 sudo journalctl/],
    [
      "one lost machine",
      { ...GROUP_FAILED, members: [aMember(1)] },
      { compare: { bad: null, healthy: null } },
      "The machine is gone. Find out whether it still runs.",
      /get workloadentries --watch$/,
    ],
    ["a zone", cause("trait", "zone", "eu-1c"), {}, "Check zone eu-1c: are its Nodes up, too?", /^kubectl get nodes -l topology\.kubernetes\.io\/zone=eu-1c/],
    ["a network", cause("trait", "network", "vpc-2"), {}, "Check network vpc-2 and its gateway.", /^kubectl get pods -A -l topology\.istio\.io\/network=vpc-2/],
    ["a replica", cause("trait", "replica", "istiod-7c-x"), {}, "Read the log of istiod replica istiod-7c-x.", /logs pod\/istiod-7c-x -c discovery/],
    ["no istiod", cause("istiod-gone"), {}, "Find out why no istiod replica runs.", /^kubectl -n istio-system get pods -l app=istiod/],
    ["another namespace of istiod", cause("istiod-gone"), { istiodNamespace: "mesh" }, "Find out why no istiod replica runs.", /^kubectl -n mesh get pods/],
    [
      "a deleted group",
      cause("group-deleted"),
      { mayRollBack: true, changes: [{ ...CHANGE, what: "deleted" }] },
      "Create group shop/checkout again, or accept its losses.",
      /^kubectl -n shop get workloadgroups/,
    ],
    ["a deleted namespace", cause("namespace-deleted"), {}, "Create namespace shop again, or accept its losses.", /get namespace shop$/],
    ["healthy machines that left", cause("left-healthy"), {}, "Find out who stopped these healthy machines.", /^kubectl -n shop get events/],
    [
      "a service without machines",
      { ...cause("service-without-endpoint"), members: [], services: [aLostService("radius")] },
      { services: [aLostService("radius")] },
      "Compare the selector of Service shop/radius with the labels of machines.",
      /^kubectl -n shop get service\/radius -o yaml/,
    ],
  ])("for %s are advice and commands", (_, incident, change, advice, commands) => {
    const next = nextSteps(inputOf(incident, change));
    expect(next.advice).toBe(advice);
    expect(next.commands.map(({ command }) => command).join("\n")).toMatch(commands);
    expect(next.advice.split(" ").length).toBeLessThanOrEqual(14);
  });

  it("advise a rollback only of an object that changed shortly before, with its values", () => {
    const advice = (change: Partial<Input>) => nextSteps(inputOf(GROUP_FAILED, change)).advice;
    expect(advice({ mayRollBack: true, changes: [{ ...CHANGE, edit: EDIT }] })).toBe("Consider a rollback of WorkloadGroup shop/checkout from v41 to v40.");
    expect(advice({ mayRollBack: true, lastChange: CHANGE })).toBe("Consider a rollback of WorkloadGroup shop/checkout.");
    const selector = { ...EDIT, fields: [{ field: "spec.selector[app]", from: "pay", to: "pya" }] };
    const service = { ...CHANGE, kind: "Service", name: "pay", version: null, edit: selector };
    expect(advice({ mayRollBack: true, changes: [service] })).toBe("Consider a rollback of Service shop/pay: spec.selector[app] was pay.");
    for (const [what, words] of [
      ["created", "the deletion of Service shop/pay: it is new"],
      ["deleted", "the creation of Service shop/pay: it was deleted"],
    ] as const)
      expect(advice({ mayRollBack: true, changes: [{ ...service, what, edit: { ...EDIT, fields: [] } }] })).toBe(`Consider ${words}.`);
    const newGroup = { ...CHANGE, what: "created" };
    for (const none of [{ changes: [CHANGE] }, { mayRollBack: true, changes: [{ ...CHANGE, kind: "Pod" }] }, { mayRollBack: true, changes: [newGroup] }])
      expect(advice(none)).toMatch(/^Compare/);
  });

  it("send the health probe on the machine, and read the log of its agent", () => {
    const [, ...onMachine] = nextSteps(inputOf(GROUP_FAILED)).commands.map(({ command }) => command);
    expect(onMachine).toEqual(["ssh 10.0.0.1 curl -sS -i http://localhost:8080/healthz", "ssh 10.0.0.1 sudo journalctl --unit istio --since -1h --no-pager"]);
  });

  it("name the context of the kubeconfig in each kubectl command if there are several", () => {
    for (const kind of ["time-only", "istiod-gone", "group-deleted", "namespace-deleted", "left-healthy", "clock-skew"] as const)
      for (const { command } of nextSteps(inputOf(cause(kind), { context: "eu 1" })).commands)
        for (const part of command.split("kubectl").slice(1)) expect(part).toMatch(/^ --context 'eu 1' /);
  });

  it("quote names, and use no address that could be an option", () => {
    const hostile = { namespace: "a;b", name: "$(x)", address: "-oProxyCommand=x" };
    const commands = nextSteps(inputOf(GROUP_FAILED, { compare: { bad: hostile, healthy: null } })).commands.map(({ command }) => command);
    expect(commands).toEqual(["kubectl -n 'a;b' get 'workloadentry/$(x)' -o yaml"]);
  });
});
