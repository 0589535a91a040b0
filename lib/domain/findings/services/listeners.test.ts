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
    [
      "finds a fault for the newer of two TCP services on one port, because the listener leads to the older",
      [one(), two()],
      [ofTwo(["", "shop"], { winnerHost: "one.example" })],
    ],
    ["finds a fault for a service with resolution NONE", [one({ resolution: "NONE", selector: null }), two()], [ofTwo(["", "shop"])]],
    [
      "finds a fault for the older service if the newer is exported to its namespace by name, and so comes first there",
      [one({ namespace: "legacy" }), two({ exportTo: ["."] })],
      [["ServiceEntry/legacy/one", { winner: "ServiceEntry shop/two", callers: ["shop"] }]],
    ],
    ["finds nothing for services exported to different namespaces", [one({ exportTo: ["web"] }), two({ exportTo: ["depot"] })], []],
    ["finds a fault for services exported to one common namespace", [one({ exportTo: ["web"] }), two({ exportTo: ["web", "depot"] })], [ofTwo(["web"])]],
    ["finds nothing if the older service has an address", [one({ addresses: ["10.96.9.1"] }), two()], []],
    ["finds nothing if the newer service has an address", [one(), two({ addresses: ["10.96.9.1"] })], []],
    ["finds nothing for services on different ports", [one({ ports: [tcp(3306)] }), two()], []],
    ["finds nothing for two services of equal age", [one(), two({ createdAt: 1 })], []],
    ["finds nothing for HTTP services", [one({ ports: [anEntryPort({ number: 5432 })] }), two()], []],
    ["finds nothing for one object with two host names", [one({ hosts: ["one.example", "two.example"] })], []],
    ["finds nothing for two objects with one host name, which the older defines", [one(), two({ hosts: ["one.example"] })], []],
    ["finds nothing for a host name that a Service defines", [one({ hosts: ["api.shop.svc.cluster.local"] }), two(), aKubernetesService({ name: "api" })], []],
  ])("STL330 %s", (_what, hosts, expected) => {
    const found = findingsOf(listenerShared, { hosts }).map(({ subject, detected }) => [subject, detected.evidence]);
    expect(found).toEqual(expected.map(([subject, evidence]) => [subject, expect.objectContaining(evidence)]));
  });
});
