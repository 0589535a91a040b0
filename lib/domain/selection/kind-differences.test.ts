import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServicePort, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { serviceEndpointOf } from "./host-endpoint";
import type { EndpointTlsMode } from "./mutual-tls";
import { type ComparedAspect, compareMachinesAndPods, type MachineOrPodEndpoint } from "./port-groups";
import type { SelectionCandidate } from "./reasons";

const service = aKubernetesService({ ports: [aServicePort({ name: "http", number: 80, target: 8080 })] });
const compared = (candidate: SelectionCandidate): MachineOrPodEndpoint => {
  const { machine, ports } = serviceEndpointOf(service, candidate, aMesh(), "sidecar");
  return { machine, gate: candidate.kind === "entry" ? candidate.entry.gate : null, isSent: true, ends: ports.map(({ port }) => port) };
};
const machine = (own: Parameters<typeof candidateEntry>[0]) => compared(candidateEntry({ gate: "true", ...own }));
const twin = machine({ serviceAccount: "default", ports: [["http", 8080]], metadataLabels: [["version", "v1"]], locality: "eu/a" });
const pod = compared(
  candidatePod({
    labels: [
      ["app", "a"],
      ["security.istio.io/tlsMode", "istio"],
      ["version", "v1"],
      ["istio-locality", "eu.a"],
    ],
  }),
);
const byMark = ({ machine: { tlsMode } }: MachineOrPodEndpoint) => (tlsMode === "istio" ? "mutual" : "plain");
const differing = (one: MachineOrPodEndpoint): readonly ComparedAspect[] | undefined =>
  compareMachinesAndPods(service.ports, [one, pod], byMark)
    ?.differences.filter(({ differs }) => differs)
    .map(({ aspect }) => aspect);

describe("machines and Pods of one service", () => {
  it("machines and Pods of one service have no difference if each aspect has equal values", () => {
    expect(differing(twin)).toEqual([]);
  });

  it.each<[string, Parameters<typeof candidateEntry>[0], readonly ComparedAspect[]]>([
    ["another port", { ports: [["http", 9090]] }, ["port"]],
    ["another account", { serviceAccount: "cart" }, ["account"]],
    ["no account, and therefore no mutual TLS (docs/istio.md#identity)", { serviceAccount: "" }, ["account", "tls"]],
    ["another version", { metadataLabels: [["version", "v2"]] }, ["version"]],
    ["no locality", { locality: "" }, ["locality"]],
    ["no health probe", { gate: null }, ["probe"]],
  ])("machines and Pods of one service differ if machines have %s", (_what, own, aspects) => {
    const usual = { serviceAccount: "default", ports: [["http", 8080]] as const, metadataLabels: [["version", "v1"]] as const, locality: "eu/a" };
    expect(differing(machine({ ...usual, ...own }))).toEqual(aspects);
  });

  it.each<[string, EndpointTlsMode | null, string]>([
    ["equal if callers send all endpoints plain text", "plain", "plain"],
    ["equal if callers send all endpoints TLS", "simple", "TLS"],
    ["equal if the TLS is not known", null, "not known"],
  ])("machines and Pods of one service have TLS that is %s, whatever tlsMode the endpoints have", (_what, spoken, value) => {
    const tls = compareMachinesAndPods(service.ports, [machine({ serviceAccount: "" }), pod], () => spoken)?.differences.find(({ aspect }) => aspect === "tls");
    expect(tls).toMatchObject({ differs: false, machines: [{ value }], pods: [{ value }] });
  });

  it("machines and Pods of one service are not compared if the service has only one kind", () => {
    expect(compareMachinesAndPods(service.ports, [twin], byMark)).toBeNull();
  });

  it("machines and Pods of one service are compared only if the caller gets them, and are counted as left out if not", () => {
    const other = { ...machine({ ports: [["http", 9090]], serviceAccount: "cart" }), isSent: false };
    const made = compareMachinesAndPods(service.ports, [twin, other, pod, { ...pod, isSent: false }, { ...pod, isSent: false }], byMark);
    expect(made?.differences.filter(({ differs }) => differs)).toEqual([]);
    expect(made).toMatchObject({ machines: { sent: 1, leftOut: 1 }, pods: { sent: 1, leftOut: 2 } });
  });

  it("machines and Pods of one service are not compared if the caller gets no machine or no Pod", () => {
    const made = compareMachinesAndPods(service.ports, [{ ...twin, isSent: false }, pod], byMark);
    expect(made).toEqual({ machines: { sent: 0, leftOut: 1 }, pods: { sent: 1, leftOut: 0 }, differences: [] });
  });

  it("machines and Pods of one service are not compared by UDP ports, for which callers get no list", () => {
    const udp = [{ ...aServicePort({ name: "dns", number: 53 }), protocol: "UDP" }];
    expect(compareMachinesAndPods(udp, [twin, pod], byMark)?.differences.map(({ aspect }) => aspect)).not.toContain("port");
  });

  it("machines and Pods of one service have a count for each value of an aspect, the largest first", () => {
    const [port] = compareMachinesAndPods(service.ports, [twin, twin, machine({ ports: [["http", 9090]] }), pod], byMark)?.differences ?? [];
    expect(port).toMatchObject({
      port: "80 http",
      machines: [
        { value: "8080", count: 2 },
        { value: "9090", count: 1 },
      ],
      pods: [{ value: "8080", count: 1 }],
    });
  });
});
