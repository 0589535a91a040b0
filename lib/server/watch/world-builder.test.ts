import { describe, expect, it } from "vitest";
import { deniedNodeAndNamespaceFacts } from "@/lib/domain/mesh/mesh-facts";
import { parseIstiodDeployment } from "@/lib/server/kube/parse/istiod-deployment";
import { parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { parseNode } from "@/lib/server/kube/parse/node";
import { buildWorld, type WorldParts } from "./world-builder";

const GRACE = "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD";
const id = (name: string) => ({ uid: name, namespace: "istio-system", name, resourceVersion: "1" });
const spec = (age: string | null, grace: string | null = null) => ({
  nodeName: "n1",
  containers: [
    { name: "discovery", args: age === null ? [] : [`--keepaliveMaxServerConnectionAge=${age}`], env: grace === null ? [] : [{ name: GRACE, value: grace }] },
  ],
});
const pod = (name: string, age: string | null, grace: string | null = null) => parseIstiodPod({ spec: spec(age, grace) }, id(name), "c");
const deployment = (age: string | null, grace: string | null = null) =>
  parseIstiodDeployment({ spec: { template: { spec: spec(age, grace) } } }, id("istiod"), "c");
const pods = (...seen: ReturnType<typeof pod>[]): WorldParts["pods"] => ({ seen, where: "Pods" });
const HIDDEN: WorldParts["pods"] = { seen: null, why: "no right" };
const NO_MESH: Pick<WorldParts, "configs" | "gateways" | "networkGateways" | "places"> = {
  configs: { namespace: "istio-system", revisions: [], of: () => ({ kind: "denied", why: "not read" }) },
  gateways: { kind: "denied", source: "not read" },
  networkGateways: { kind: "denied", source: "not read" },
  places: deniedNodeAndNamespaceFacts("not read"),
};
const NO_NODES: WorldParts["nodes"] = { seen: [], where: "Nodes" };

const nodesWith = (ready: string | null): WorldParts["nodes"] => ({
  seen: [parseNode({ status: { conditions: ready === null ? [] : [{ type: "Ready", status: ready }] } }, id("n1"), "c")],
  where: "Nodes",
});

describe("the world of a cluster", () => {
  it.each<[string, WorldParts["pods"], ReturnType<typeof deployment>[], object, object]>([
    [
      "takes the Pods' word first",
      pods(pod("a", "10m", "20s")),
      [deployment("50m", "50s")],
      { kind: "known", value: 600_000 },
      { kind: "known", value: 20_000 },
    ],
    ["takes the longest of several", pods(pod("a", "10m", "20s"), pod("b", "20m")), [], { kind: "known", value: 1_200_000 }, { kind: "known", value: 20_000 }],
    [
      "knows that a Pod without the flag keeps connections for ever",
      pods(pod("a", null)),
      [deployment("50m")],
      { kind: "known", value: null },
      { kind: "known", value: 10_000 },
    ],
    ["asks the Deployment where Pods are hidden", HIDDEN, [deployment("50m", "1m")], { kind: "known", value: 3_000_000 }, { kind: "known", value: 60_000 }],
    ["asks the Deployment where no Pod runs", pods(), [deployment("50m")], { kind: "known", value: 3_000_000 }, { kind: "known", value: 10_000 }],
    [
      "asks the Deployment where a Pod's flag cannot be read",
      pods(pod("a", "$(AGE)")),
      [deployment("50m")],
      { kind: "known", value: 3_000_000 },
      { kind: "known", value: 10_000 },
    ],
    ["assumes Istio's defaults where nothing tells, and says so", HIDDEN, [], { kind: "assumed", value: 1_800_000 }, { kind: "assumed", value: 10_000 }],
  ])("%s", (_name, seen, deployments, age, grace) => {
    const world = buildWorld({ ...NO_MESH, cluster: "c", pods: seen, deployments, nodes: NO_NODES });
    expect(world.maxConnectionAgeMs).toMatchObject(age);
    expect(world.gracePeriodMs).toMatchObject(grace);
  });

  it("takes a replica's zone from its node", () => {
    const nodes = [parseNode({ metadata: { labels: { "topology.kubernetes.io/zone": "eu-1b" } } }, id("n1"), "c")];
    const { replicas } = buildWorld({ ...NO_MESH, cluster: "c", pods: pods(pod("a", null)), deployments: [], nodes: { seen: nodes, where: "Nodes" } });
    expect(replicas.kind === "known" && replicas.value.get("a")?.zone).toBe("eu-1b");
  });

  it.each<[string, WorldParts["nodes"], string, object]>([
    ["ready", nodesWith("True"), "ready", { kind: "known" }],
    ["not ready", nodesWith("False"), "not-ready", { kind: "known" }],
    ["silent where its condition Ready is Unknown", nodesWith("Unknown"), "silent", { kind: "known" }],
    ["not known where it has no condition", nodesWith(null), "not-known", { kind: "known" }],
    ["not known where no Node has its name", NO_NODES, "not-known", { kind: "known" }],
    [
      "not visible where Nodes cannot be read, and never taken for ready",
      { seen: null, why: "no right" },
      "not-visible",
      { kind: "denied", source: "no right" },
    ],
  ])("calls a replica's node %s", (_claim, nodes, state, told) => {
    const world = buildWorld({ ...NO_MESH, cluster: "c", pods: pods(pod("a", null)), deployments: [], nodes });
    expect(world.replicas.kind === "known" && world.replicas.value.get("a")?.nodeState).toBe(state);
    expect(world.nodes).toMatchObject(told);
  });

  it("does not take hidden Pods for none", () => {
    expect(buildWorld({ ...NO_MESH, cluster: "c", pods: HIDDEN, deployments: [], nodes: NO_NODES }).replicas).toEqual({
      kind: "denied",
      source: "no right",
    });
  });
});
