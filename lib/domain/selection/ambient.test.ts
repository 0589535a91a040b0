import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, anEntryPort, aSelectableEntry, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { ambientPorts, ambientReasonsAgainst } from "./host-endpoint";

const mesh = aMesh({ podNetwork: "vpc-1" });

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
