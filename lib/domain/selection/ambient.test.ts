import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, anEntryPort, aSelectableEntry, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { ambientPorts, ambientReasonsAgainst, ambientWorkload } from "./ambient";

const mesh = aMesh({ podNetwork: "vpc-1" });

describe("what ztunnel is told of an entry (docs/istio.md#ambient)", () => {
  it.each([
    ["health: always healthy", { gate: "true", health: { status: "False", message: "503" } }, { health: "HEALTHY" }],
    ["labels: merged, metadata wins", { specLabels: [["a", "1"]], metadataLabels: [["a", "2"]] }, { labels: new Map([["a", "2"]]) }],
    ["labels: nothing is derived", { specLabels: [], locality: "r/z", network: "vpc-2" }, { labels: new Map() }],
    ["network: of the spec", { network: "vpc-2" }, { network: "vpc-2" }],
    ["network: else the local one", {}, { network: "vpc-1" }],
    ["locality: of the spec", { locality: "r/z/s/t" }, { locality: { region: "r", zone: "z", subzone: "s" } }],
    ["locality: labels are not consulted", { specLabels: [["topology.istio.io/locality", "r.z"]] }, { locality: { region: "", zone: "", subzone: "" } }],
    ["HBONE: native with the tunnel label", { metadataLabels: [["networking.istio.io/tunnel", "http"]] }, { transport: "native-hbone" }],
    ["HBONE: none without", {}, { transport: "plain" }],
    ["waypoint: by label, of the entry's namespace", { metadataLabels: [["istio.io/use-waypoint", "w"]] }, { waypoint: { name: "w", namespace: "shop" } }],
    [
      "waypoint: of another namespace",
      {
        metadataLabels: [
          ["istio.io/use-waypoint", "w"],
          ["istio.io/use-waypoint-namespace", "x"],
        ],
      },
      { waypoint: { name: "w", namespace: "x" } },
    ],
    ["waypoint: switched off", { metadataLabels: [["istio.io/use-waypoint", "none"]] }, { waypoint: "none" }],
    ["waypoint: not named", {}, { waypoint: null }],
  ] as const)("%s", (_fact, own, expected) => {
    expect(ambientWorkload(aSelectableEntry(own), mesh, null)).toMatchObject(expected);
  });

  it("HBONE: redirected to it by annotation", () => {
    expect(ambientWorkload(aSelectableEntry(), mesh, "enabled").transport).toBe("hbone");
  });
});

describe("who is selected in ambient mode (docs/istio.md#ambient)", () => {
  it.each([
    ["equal labels", aServiceEntry(), {}, []],
    ["an unhealthy one too", aServiceEntry(), { gate: "true" }, []],
    ["a name under STATIC too", aServiceEntry(), { address: "vm.example.org" }, []],
    ["derived labels do not count", aServiceEntry({ selector: [["topology.kubernetes.io/zone", "z"]] }), { locality: "r/z" }, ["labels-differ"]],
    ["an empty selector takes nobody", aServiceEntry({ selector: [] }), {}, ["empty-selector"]],
    ["no selector takes nobody", aServiceEntry({ selector: null }), {}, ["no-selector"]],
    ["a Service's empty selector takes nobody", aKubernetesService({ selector: [] }), {}, ["no-selector"]],
    ["a headless Service takes entries", aKubernetesService({ isHeadless: true }), {}, []],
    ["another namespace", aServiceEntry(), { namespace: "x" }, ["other-namespace"]],
    [
      "another revision",
      aServiceEntry({ labels: [["istio.io/rev", "x"]] }),
      { metadataLabels: [["istio.io/rev", "y"]] },
      ["selector-of-other-revision", "machine-of-other-revision"],
    ],
  ] as const)("%s", (_fact, selector, own, expected) => {
    expect(ambientReasonsAgainst(selector, aSelectableEntry(own), mesh).map(({ code }) => code)).toEqual(expected);
  });
});

describe("ports in ambient mode (docs/istio.md#ambient)", () => {
  const NAMED = aKubernetesService({ ports: [aServicePort({ target: "web" })] });
  it.each([
    ["Service: a named target that the entry lacks is skipped", NAMED, [["http", 81]], [{ port: null, missing: "web" }]],
    ["Service: a named target", NAMED, [["web", 82]], [{ port: 82, rule: "target-name" }]],
    [
      "Service: the port's name, else the target",
      aKubernetesService({ ports: [aServicePort({ target: 8000 })] }),
      [["http", 81]],
      [{ port: 81, rule: "port-name" }],
    ],
    ["ServiceEntry: the port's name", aServiceEntry(), [["http", 81]], [{ port: 81, rule: "port-name" }]],
    ["ServiceEntry: the target", aServiceEntry({ ports: [anEntryPort({ target: 8000 })] }), [], [{ port: 8000, rule: "target-number" }]],
    ["ServiceEntry: the number", aServiceEntry(), [], [{ port: 80, rule: "service-number" }]],
  ] as const)("%s", (_fact, selector, ports, expected) => {
    expect(ambientPorts(selector, { ports })).toEqual(expected);
  });
});
