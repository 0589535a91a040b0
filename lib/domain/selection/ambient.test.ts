import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, anEntryPort, aSelectableEntry, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { ambientPorts, ambientReasonsAgainst } from "./host-endpoint";

const mesh = aMesh({ podNetwork: "vpc-1" });

describe("endpoint selection in ambient mode (docs/istio.md#ambient)", () => {
  it.each([
    ["an object selects an entry with equal labels", aServiceEntry(), {}, []],
    ["a ServiceEntry also selects an unhealthy entry", aServiceEntry(), { gate: "true" }, []],
    ["a STATIC ServiceEntry also selects an entry with a host name as its address", aServiceEntry(), { address: "vm.example.org" }, []],
    ["a selector does not match derived labels", aServiceEntry({ selector: [["topology.kubernetes.io/zone", "z"]] }), { locality: "r/z" }, ["labels-differ"]],
    ["an empty selector selects no entry", aServiceEntry({ selector: [] }), {}, ["empty-selector"]],
    ["a ServiceEntry without a selector selects no entry", aServiceEntry({ selector: null }), {}, ["no-selector"]],
    ["a Service with an empty selector selects no entry", aKubernetesService({ selector: [] }), {}, ["no-selector"]],
    ["a headless Service selects entries", aKubernetesService({ isHeadless: true }), {}, []],
    ["an object does not select an entry of another namespace", aServiceEntry(), { namespace: "x" }, ["other-namespace"]],
    [
      "an object or entry of another revision does not match",
      aServiceEntry({ labels: [["istio.io/rev", "x"]] }),
      { metadataLabels: [["istio.io/rev", "y"]] },
      ["selector-of-other-revision", "machine-of-other-revision"],
    ],
  ] as const)("endpoint selection in ambient mode: %s", (_fact, selector, own, expected) => {
    expect(ambientReasonsAgainst(selector, aSelectableEntry(own), mesh).map(({ code }) => code)).toEqual(expected);
  });
});

describe("ports in ambient mode (docs/istio.md#ambient)", () => {
  const NAMED = aKubernetesService({ ports: [aServicePort({ target: "web" })] });
  it.each([
    ["a Service with a named target has no port on an entry that does not have the name", NAMED, [["http", 81]], [{ port: null, missing: "web" }]],
    ["a Service with a named target uses the entry's port of that name", NAMED, [["web", 82]], [{ port: 82, rule: "target-name" }]],
    [
      "a Service with a numeric target uses the entry's port of the same name first",
      aKubernetesService({ ports: [aServicePort({ target: 8000 })] }),
      [["http", 81]],
      [{ port: 81, rule: "port-name" }],
    ],
    ["a ServiceEntry uses the entry's port of the same name first", aServiceEntry(), [["http", 81]], [{ port: 81, rule: "port-name" }]],
    [
      "a ServiceEntry uses its target if the entry has no port of that name",
      aServiceEntry({ ports: [anEntryPort({ target: 8000 })] }),
      [],
      [{ port: 8000, rule: "target-number" }],
    ],
    ["a ServiceEntry without a target uses its own port number", aServiceEntry(), [], [{ port: 80, rule: "service-number" }]],
  ] as const)("ports in ambient mode: %s", (_fact, selector, ports, expected) => {
    expect(ambientPorts(selector, { ports })).toEqual(expected);
  });
});
