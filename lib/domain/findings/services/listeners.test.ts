import { describe, expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { findingsOf } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { listenerShared } from "./listeners";

describe("STL330 listener-shared", () => {
  const tcp = (number = 5432, name = "tcp") => anEntryPort({ name, number, protocol: "TCP" });
  const one = (own: Partial<ServiceEntry> = {}) => aServiceEntry({ name: "one", hosts: ["one.example"], ports: [tcp()], createdAt: 1, ...own });
  const two = (own: Partial<ServiceEntry> = {}) => aServiceEntry({ name: "two", hosts: ["two.example"], ports: [tcp()], createdAt: 2, ...own });
  const ofTwo = (callers: readonly string[], own = {}) => [
    "ServiceEntry/shop/two",
    { hosts: ["two.example"], port: 5432, winner: "ServiceEntry shop/one", callers, ...own },
  ];

  it.each([
    ["two TCP services on one port: the older has the listener", [one(), two()], [ofTwo(["", "shop"], { winnerHost: "one.example" })]],
    ["a service with resolution NONE", [one({ resolution: "NONE", selector: null }), two()], [ofTwo(["", "shop"])]],
    [
      "a newer service that is exported to its namespace by name, which goes first there",
      [one({ namespace: "legacy" }), two({ exportTo: ["."] })],
      [["ServiceEntry/legacy/one", { winner: "ServiceEntry shop/two", callers: ["shop"] }]],
    ],
    ["services for two teams", [one({ exportTo: ["web"] }), two({ exportTo: ["depot"] })], []],
    ["services with one common team", [one({ exportTo: ["web"] }), two({ exportTo: ["web", "depot"] })], [ofTwo(["web"])]],
    ["an address of the older one", [one({ addresses: ["10.96.9.1"] }), two()], []],
    ["an address of the newer one", [one(), two({ addresses: ["10.96.9.1"] })], []],
    ["two ports", [one({ ports: [tcp(3306)] }), two()], []],
    ["two services of one age", [one(), two({ createdAt: 1 })], []],
    ["HTTP", [one({ ports: [anEntryPort({ number: 5432 })] }), two()], []],
    ["one object with two host names", [one({ hosts: ["one.example", "two.example"] })], []],
    ["two objects with one host name, of which the older one defines it", [one(), two({ hosts: ["one.example"] })], []],
    ["a host name that a Service has", [one({ hosts: ["api.shop.svc.cluster.local"] }), two(), aKubernetesService({ name: "api" })], []],
  ])("STL330 has the expected findings for %s", (_what, hosts, expected) => {
    const found = findingsOf(listenerShared, { hosts }).map(({ subject, detected }) => [subject, detected.evidence]);
    expect(found).toEqual(expected.map(([subject, evidence]) => [subject, expect.objectContaining(evidence)]));
  });
});
