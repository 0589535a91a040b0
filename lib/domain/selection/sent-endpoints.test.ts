import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import { duplicateWorkloads, endpointsDeduplicatedByProxy } from "./sent-endpoints";
import { BARE_SIDECAR_CALLER } from "./world";

const groupsOf = (own: Parameters<typeof aSelectionWorld>[0], network = "") =>
  destinationsOf(aSelectionWorld({ serviceEntries: [aServiceEntry()], ...own }), { ...BARE_SIDECAR_CALLER, namespace: "shop", network })[0]?.groups ?? [];

describe("the endpoints of a list that a caller's proxy keeps", () => {
  it("the endpoints of a list that a caller's proxy keeps include one of two machines with one address, that of the first locality (docs/istio.md#equal-addresses)", () => {
    const entries = [aSelectableEntry({ name: "b", locality: "r/b" }), aSelectableEntry({ name: "a", locality: "r/a" })];
    const { groups, dropped } = endpointsDeduplicatedByProxy(groupsOf({ entries }));
    expect(groups.map(({ locality, endpoints }) => [locality, endpoints.length])).toEqual([
      ["r/a", 1],
      ["r/b", 0],
    ]);
    expect(dropped).toHaveLength(1);
  });

  it("the endpoints of a list that a caller's proxy keeps include one address twice with different ports", () => {
    const entries = [aSelectableEntry({ name: "a" }), aSelectableEntry({ name: "b", ports: [["http", 81]] })];
    expect(endpointsDeduplicatedByProxy(groupsOf({ entries })).dropped).toEqual([]);
  });

  it("the endpoints of a list that a caller's proxy keeps include a gateway that is in three localities only in the first, with the machines of all three (docs/istio.md#gateway-weights)", () => {
    const entries = ["a", "b", "c"].map((zone) => aSelectableEntry({ name: zone, locality: `r/${zone}`, network: "vpc-2", serviceAccount: "web" }));
    const mesh = aMesh({ gateways: [{ network: "vpc-2", cluster: "Kubernetes", address: "192.0.2.1", port: 15443 }] });
    const { groups } = endpointsDeduplicatedByProxy(groupsOf({ entries, mesh }, "vpc-1"));
    expect(groups.map(({ endpoints }) => endpoints.length)).toEqual([1, 0, 0]);
    const behind = groups.flatMap(({ endpoints }) => endpoints.flatMap(({ stands }) => (stands.for === "gateway" ? stands.machines : [])));
    expect(behind.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });
});

describe("the machines of which a caller's proxy keeps no endpoint", () => {
  const ports = (numbers: readonly number[]) => numbers.map((number) => ({ name: `p${number}`, number, protocol: "HTTP", target: null }));
  const copiesOf = (entries: readonly ReturnType<typeof aSelectableEntry>[], serviceEntries = [aServiceEntry({ ports: ports([80, 81]) })]) => {
    const lists = destinationsOf(aSelectionWorld({ serviceEntries, entries }), { ...BARE_SIDECAR_CALLER, namespace: "shop" }).map(({ groups }) =>
      endpointsDeduplicatedByProxy(groups),
    );
    return duplicateWorkloads(lists).map(({ machine, of }) => [machine.name, of.name]);
  };
  const [a, b] = [aSelectableEntry({ name: "a" }), aSelectableEntry({ name: "b" })];

  it.each([
    ["the second of two machines with one address", [a, b], [["b", "a"]]],
    ["none if one port differs", [a, { ...b, ports: [["p81", 9000]] as const }], []],
    ["none if the addresses differ", [a, { ...b, address: "10.9.9.9" }], []],
  ])("machines of which a caller's proxy keeps no endpoint are %s", (_what, entries, expected) => expect(copiesOf(entries)).toEqual(expected));

  it("machines of which a caller's proxy keeps no endpoint are none if another object lists the same machine", () => {
    const one = aServiceEntry({ ports: ports([80]) });
    expect(copiesOf([a], [one, { ...one, name: "other", createdAt: 9 }])).toEqual([]);
  });
});
