import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServicePort, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { serviceEndpointOf } from "./host-endpoint";
import { countEndpointKinds, portGroupsOf, totalEndpoints } from "./port-groups";

const service = aKubernetesService({
  ports: [aServicePort({ name: "https", number: 443, target: 8080 }), aServicePort({ name: "web", number: 80, target: "web" })],
});
const endpoint = (name: string, ports: readonly (readonly [string, number])[], version: string) =>
  serviceEndpointOf(service, candidateEntry({ name, ports, metadataLabels: version === "" ? [] : [["version", version]] }), aMesh(), "sidecar");
const pod = serviceEndpointOf(service, candidatePod(), aMesh(), "sidecar");
const all = [endpoint("a", [["https", 8443]], "v40"), endpoint("b", [["https", 8443]], "v40"), endpoint("c", [["https", 9443]], "v41"), pod];

describe("portGroupsOf", () => {
  it("portGroupsOf returns one group for each port number and rule, the largest first", () => {
    const [https] = portGroupsOf(2, all);
    expect(https?.map(({ port, rule, of, version }) => [port, rule, of.machines, of.pods, version])).toEqual([
      [8443, "port-name", 2, 0, "v40"],
      [8080, "target-number", 0, 1, ""],
      [9443, "port-name", 1, 0, "v41"],
    ]);
  });

  it("portGroupsOf returns the endpoints that do not have the named port last, with that name", () => {
    const [, web] = portGroupsOf(2, [...all, endpoint("d", [["web", 8000]], "")]);
    expect(web?.map(({ port, missing, of }) => [port, missing, totalEndpoints(of)])).toEqual([
      [8000, "", 1],
      [null, "web", 4],
    ]);
  });

  it("portGroupsOf returns the version label of a group only if no endpoint of another group has it", () => {
    const [https] = portGroupsOf(1, [endpoint("a", [["https", 8443]], "v40"), endpoint("b", [], "v40")]);
    expect(https?.map(({ version }) => version)).toEqual(["", ""]);
  });

  it("portGroupsOf returns no group without endpoints", () => {
    expect(portGroupsOf(2, [])).toEqual([[], []]);
  });
});

it("countEndpointKinds counts each kind separately, also a DNS host name", () => {
  const kinds = [{ kind: "entry" }, { kind: "pod" }, { kind: "inline" }, { kind: "host" }, { kind: "address" }] as const;
  expect(countEndpointKinds(kinds)).toEqual({ machines: 1, pods: 1, inline: 1, names: 1, addresses: 1 });
});
