import { describe, expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aMachine, findingsOf } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { portLostToOwner } from "./port-lost-to-owner";

const old = (own: Partial<ServiceEntry> = {}) => aServiceEntry({ name: "old", createdAt: 1, ...own });
const young = (own: Partial<ServiceEntry> = {}) => aServiceEntry({ name: "young", createdAt: 2, selector: [["app", "b"]], ...own });
const port = (name: string, number: number, target: number | null = null) => anEntryPort({ name, number, target });
const entries = [aMachine("vm-1"), aMachine("vm-2", { address: "10.0.0.2", specLabels: [["app", "b"]] })];
const evidence = (hosts: Parameters<typeof findingsOf>[1]["hosts"], machines = entries) =>
  findingsOf(portLostToOwner, { hosts: hosts ?? [], entries: machines }).map(({ subject, detected }) => ({ subject, of: detected.of, ...detected.evidence }));

const A = [["app", "a"]] as const;
const DNS = { resolution: "DNS" as const };
const ofK = { hosts: ["k.shop.svc.cluster.local"] };

describe("a port whose endpoints join no port of the owner", () => {
  it.each([
    [
      "EDS: another name for the same number",
      [old(), young({ ports: [port("web", 80, 8080)] })],
      [{ subject: "ServiceEntry/shop/young", lost: ["web"], wanted: ["http"], by: "name", owner: "ServiceEntry old", machines: 1 }],
    ],
    [
      "EDS: a port of the newer object alone, with another selector",
      [old(), young({ ports: [port("http", 80), port("admin", 81)] })],
      [{ lost: ["admin"], numbers: ["81"], wanted: [""], by: "name" }],
    ],
    [
      "a Service that owns the host name",
      [aKubernetesService({ name: "k", createdAt: 9 }), young({ ...ofK, ports: [port("web", 80)] })],
      [{ lost: ["web"], wanted: ["http"], by: "name", owner: "Service k" }],
    ],
    [
      "DNS: a port number of the newer object alone, whatever its name",
      [old(DNS), young({ ...DNS, ports: [port("http", 8080)] })],
      [{ lost: ["http"], numbers: ["8080"], wanted: [""], by: "number" }],
    ],
    ["EDS: another name and target for the same machines", [old(), young({ selector: A, ports: [port("web", 80, 8080)] })], [{ lost: ["web"], machines: 1 }]],
  ])("is reported as lost. %s", (_what, hosts, expected) => {
    expect(evidence(hosts)).toEqual(
      expected.map((one) => expect.objectContaining({ way: "lost", of: hosts[1]?.kind === "ServiceEntry" ? hosts[1].hosts[0] : "", ...one })),
    );
  });

  it.each([
    ["the same ports", [old(), young()]],
    ["EDS: further ports of an object that is alike", [old(), young({ selector: A, ports: [port("http", 80), port("admin", 81)] })]],
    ["EDS: another name, but the owner sends the same endpoints of the same machines", [old(), young({ selector: A, ports: [port("web", 80)] })]],
    ["DNS: another name for the same number", [old(DNS), young({ ...DNS, ports: [port("web", 80)] })]],
    ["DNS: another name for the same number, by a STATIC object", [old(DNS), young({ ports: [port("web", 80)] })]],
    [
      "a headless Service that owns the host name: callers get no list",
      [aKubernetesService({ name: "k", isHeadless: true }), young({ ...ofK, ports: [port("web", 80)] })],
    ],
    ["an owner with resolution NONE: callers get no list", [old({ resolution: "NONE" }), young({ ports: [port("web", 80)] })]],
    ["another host name", [old(), young({ hosts: ["b.example.com"], ports: [port("web", 80)] })]],
    ["another namespace", [old(), young({ namespace: "other", ports: [port("web", 80)] })]],
    ["no machine", [old(), young({ selector: [["app", "c"]], ports: [port("web", 80)] })]],
  ])("is not reported. %s", (_what, hosts) => expect(evidence(hosts)).toEqual([]));
});

describe("a port whose endpoints join a port of another number", () => {
  it.each([
    [
      "EDS: one name for two numbers",
      [old(), young({ ports: [port("http", 8080)] })],
      [{ port: "http", number: 8080, into: ["80"], isServed: false, machines: 1, owner: "ServiceEntry old" }],
    ],
    [
      "EDS: one name for two numbers, and equal selectors",
      [old(), young({ selector: A, ports: [port("http", 8080)] })],
      [{ number: 8080, into: ["80"], isServed: true }],
    ],
    [
      "EDS: two names the other way round",
      [old({ ports: [port("http", 80), port("admin", 81)] }), young({ ports: [port("admin", 80), port("http", 81)] })],
      [
        { port: "admin", number: 80, into: ["81"] },
        { port: "http", number: 81, into: ["80"] },
      ],
    ],
    [
      "a Service that owns the host name",
      [aKubernetesService({ name: "k", ports: [aServicePort(), aServicePort({ name: "web", number: 81 })] }), young({ ...ofK, ports: [port("web", 9090)] })],
      [{ port: "web", number: 9090, into: ["81"], owner: "Service k" }],
    ],
    [
      "a ServiceEntry that owns the host name, as its Service is exported to others only",
      [aKubernetesService({ name: "k", exportTo: ["data"], selector: [["app", "b"]], ports: [aServicePort({ number: 81 })] }), old(ofK)],
      [{ subject: "Service/shop/k", port: "http", number: 81, into: ["80"], owner: "ServiceEntry old" }],
    ],
  ])("is reported. %s", (_what, hosts, expected) => {
    expect(evidence(hosts)).toEqual(expected.map((one) => expect.objectContaining({ way: "joined", ...one })));
  });

  it.each([
    ["DNS joins by number", [old({ ...DNS, ports: [port("http", 80), port("admin", 81)] }), young({ ...DNS, ports: [port("admin", 80), port("http", 81)] })]],
    ["the owner sends the same endpoints on that port", [old({ ports: [port("http", 80, 8080)] }), young({ selector: A, ports: [port("http", 8080)] })]],
  ])("is not reported. %s", (_what, hosts) => expect(evidence(hosts)).toEqual([]));
});

it("offers no patch, as a new name would put two roles on one port", () => {
  const found = findingsOf(portLostToOwner, { hosts: [old(), young({ ports: [port("admin", 80)] })], entries });
  expect(found.map(({ detected }) => detected.patch)).toEqual([undefined]);
});
