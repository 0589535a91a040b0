import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, anEntryPort, aServiceEntry, aServicePort, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { inlineEndpointsOf, serviceEndpointOf } from "./host-endpoint";

const mesh = aMesh();
const https = aServicePort({ name: "https", number: 443, target: 8080 });
const gated = candidateEntry({ gate: "true", health: { status: "False", message: "refused" }, ports: [["https", 8443]] });

describe("serviceEndpointOf", () => {
  it.each([
    [
      "returns a machine's own port of the same name before the targetPort (docs/istio.md#service-ports)",
      candidateEntry({ ports: [["https", 8443]] }),
      [],
      [{ port: 8443, rule: "port-name" }],
    ],
    [
      "returns the targetPort for a Pod, which has no ports of its own (docs/istio.md#service-ports)",
      candidatePod(),
      [],
      [{ port: 8080, rule: "target-number" }],
    ],
    ["returns the port of an unhealthy machine together with the reason against it", gated, ["unhealthy"], [{ port: 8443, rule: "port-name" }]],
  ] as const)("serviceEndpointOf: %s", (_claim, candidate, codes, ports) => {
    const found = serviceEndpointOf(aKubernetesService({ ports: [https] }), candidate, mesh, "sidecar");
    expect([found.reasons.map(({ code }) => code), found.ports]).toEqual([codes, ports]);
  });

  it("serviceEndpointOf ignores health in ambient mode (docs/istio.md#ambient)", () => {
    expect(serviceEndpointOf(aKubernetesService(), gated, mesh, "ambient").reasons).toEqual([]);
  });
});

describe("inlineEndpointsOf", () => {
  const endpoint = { address: "10.9.0.1", ports: [["http", 9000]] as const, labels: [], network: "", locality: "", weight: 3, serviceAccount: "" };
  const entry = aServiceEntry({ selector: null, ports: [anEntryPort()], endpoints: [endpoint] });

  it("inline endpoints are the endpoints written in a ServiceEntry", () => {
    const [found] = inlineEndpointsOf(entry, mesh);
    expect(found).toMatchObject({ machine: { kind: "inline", address: "10.9.0.1", weight: 3 }, ports: [{ port: 9000, rule: "port-name" }], reasons: [] });
  });

  it("inline endpoints are none if the ServiceEntry has a selector (docs/istio.md#serviceentry-selector)", () => {
    expect(inlineEndpointsOf({ ...entry, selector: [["app", "a"]] }, mesh)).toEqual([]);
  });
});
