import { expect, it } from "vitest";
import { aMachine, findingsOf } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { sentTwice } from "./sent-twice";

const entries = [aMachine("vm-1"), aMachine("vm-2"), aMachine("vm-3", { specLabels: [["app", "b"]] })];
const service = aKubernetesService({ name: "k" });
const again = aServiceEntry({ hosts: ["k.shop.svc.cluster.local"] });
const old = aServiceEntry({ name: "m-old", createdAt: 1 });
const young = aServiceEntry({ name: "n-young", createdAt: 2 });
const port = (name: string, number: number) => [anEntryPort({ name, number })];

it.each([
  ["a Service and a ServiceEntry of its name", [service, again], [["ServiceEntry/shop/a", 2, ["80"]]]],
  ["two that share some", [service, { ...again, selector: [] }], [["ServiceEntry/shop/a", 2, ["80"]]]],
  ["two ServiceEntries of the same port", [old, young], [["ServiceEntry/shop/n-young", 2, ["80"]]]],
  ["two ports that EDS joins by one name", [old, { ...young, ports: port("http", 8080) }], [["ServiceEntry/shop/n-young", 2, ["80", "8080"]]]],
  [
    "two names of one number, which DNS joins",
    [
      { ...old, resolution: "DNS" as const },
      { ...young, ports: port("web", 80) },
    ],
    [["ServiceEntry/shop/n-young", 2, ["80"]]],
  ],
  ["two names of one number, which EDS does not join", [old, { ...young, ports: port("web", 80) }], []],
  [
    "a port of its own in each",
    [
      { ...old, ports: port("a", 8080) },
      { ...young, ports: port("b", 9090) },
    ],
    [],
  ],
  ["two that take different machines", [service, { ...again, selector: [["app", "b"]] as const }], []],
  ["two hosts", [service, aServiceEntry()], []],
  ["two namespaces", [service, { ...again, namespace: "other" }], []],
  ["a headless Service, whose callers get no list", [{ ...service, isHeadless: true }, again], []],
  ["a port for UDP, which has no list", [{ ...service, ports: [aServicePort({ protocol: "UDP" })] }, again], []],
])("finds machines on one port twice: %s", (_what, hosts, expected) => {
  const found = findingsOf(sentTwice, { hosts, entries });
  expect(found.map(({ subject, detected: { evidence } }) => [subject, evidence.machines, evidence.ports])).toEqual(expected);
});

it("finds nothing where a DestinationRule makes callers use the address that they looked up", () => {
  const balancer = { simple: "PASSTHROUGH", locality: null, zoneAware: null };
  const rules = [aDestinationRule({ policy: aTrafficPolicy({ balancer }) })];
  expect(findingsOf(sentTwice, { hosts: [old, young], entries }).length).toBe(1);
  expect(findingsOf(sentTwice, { hosts: [old, young], entries, policies: { rules } })).toEqual([]);
});

it.each([
  ["equal ports", old, young, true],
  ["a port that only the newer has, which needs equal selectors", old, { ...young, ports: [...young.ports, ...port("admin", 9090)] }, false],
])("shows if both objects have the same ports: %s", (_what, first, second, samePorts) => {
  expect(findingsOf(sentTwice, { hosts: [first, second], entries }).map(({ detected }) => detected.evidence.samePorts)).toEqual([samePorts]);
});
