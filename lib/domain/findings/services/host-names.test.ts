import { describe, expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { ownedByAnother, portLostToOwner, sentBeyondExport, sentTwice } from "./host-names";

describe("STL310 owned-by-another", () => {
  const old = aServiceEntry({ namespace: "data", name: "kafka", createdAt: 1 });
  const young = aServiceEntry({ namespace: "telemetry", name: "mirror", createdAt: 2 });
  const entries = [aMachine("vm-1", { namespace: "data" }), aMachine("vm-2", { namespace: "telemetry" })];
  const said = (hosts: readonly (typeof old)[], all = entries) =>
    Object.fromEntries(findingsOf(ownedByAnother, { hosts, entries: all }).map(({ subject, detected }) => [subject, detected.evidence.lostFor]));

  it("STL310 finds each object, with the namespaces for which another object defines the host name; an empty name means all others", () => {
    expect(said([old, young])).toEqual({ "ServiceEntry/data/kafka": ["telemetry"], "ServiceEntry/telemetry/mirror": ["data", ""] });
  });

  it.each([
    ["one object with the host name", [old], entries, {}],
    ["two objects in one namespace, whose machines add up", [old, { ...young, namespace: "data" }], entries, {}],
    [
      "objects that are exported to their own namespaces only",
      [
        { ...old, exportTo: ["."] },
        { ...young, exportTo: ["."] },
      ],
      entries,
      {},
    ],
    ["a losing object that selects no machine", [old, young], entries.slice(0, 1), { "ServiceEntry/data/kafka": ["telemetry"] }],
    [
      "an object whose exportTo contains a namespace, where its definition counts",
      [old, { ...young, exportTo: ["shop"] }],
      entries,
      { "ServiceEntry/data/kafka": ["shop"] },
    ],
  ])("STL310 finds the objects that lose the host name, if any, for %s", (_what, hosts, all, expected) => expect(said(hosts, all)).toEqual(expected));

  it("STL310 finds nothing after its patch for the object that it exports to its own namespace only", () => {
    const objects = { hosts: [old, young], entries };
    expect(findingsOf(ownedByAnother, objects).map(({ detected }) => detected.patch !== undefined)).toEqual([false, true]);
    expect(leftAfterPatch(ownedByAnother, objects)).toEqual([]);
  });
});

describe("STL311 port-lost-to-owner", () => {
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
    ])("a port whose endpoints join no port of the owner is reported as lost: %s", (_what, hosts, expected) => {
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
    ])("a port whose endpoints join no port of the owner is not reported. %s", (_what, hosts) => expect(evidence(hosts)).toEqual([]));
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
    ])("a port whose endpoints join a port of another number is reported: %s", (_what, hosts, expected) => {
      expect(evidence(hosts)).toEqual(expected.map((one) => expect.objectContaining({ way: "joined", ...one })));
    });

    it.each([
      ["DNS joins by number", [old({ ...DNS, ports: [port("http", 80), port("admin", 81)] }), young({ ...DNS, ports: [port("admin", 80), port("http", 81)] })]],
      ["the owner sends the same endpoints on that port", [old({ ports: [port("http", 80, 8080)] }), young({ selector: A, ports: [port("http", 8080)] })]],
    ])("a port whose endpoints join a port of another number is not reported. %s", (_what, hosts) => expect(evidence(hosts)).toEqual([]));
  });

  it("STL311 has no patch, because a new name would put two roles on one port", () => {
    const found = findingsOf(portLostToOwner, { hosts: [old(), young({ ports: [port("admin", 80)] })], entries });
    expect(found.map(({ detected }) => detected.patch)).toEqual([undefined]);
  });
});

describe("STL313 sent-twice", () => {
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
  ])("STL313 finds machines that istiod sends twice on one port of a host name, or none: %s", (_what, hosts, expected) => {
    const found = findingsOf(sentTwice, { hosts, entries });
    expect(found.map(({ subject, detected: { evidence } }) => [subject, evidence.machines, evidence.ports])).toEqual(expected);
  });

  it("STL313 finds nothing if a DestinationRule makes callers use the address that they looked up", () => {
    const balancer = { simple: "PASSTHROUGH", locality: null, zoneAware: null };
    const rules = [aDestinationRule({ policy: aTrafficPolicy({ balancer }) })];
    expect(findingsOf(sentTwice, { hosts: [old, young], entries }).length).toBe(1);
    expect(findingsOf(sentTwice, { hosts: [old, young], entries, policies: { rules } })).toEqual([]);
  });

  it.each([
    ["equal ports", old, young, true],
    ["a port that only the newer has, which needs equal selectors", old, { ...young, ports: [...young.ports, ...port("admin", 9090)] }, false],
  ])("STL313 reports whether both objects have the same ports: %s", (_what, first, second, samePorts) => {
    expect(findingsOf(sentTwice, { hosts: [first, second], entries }).map(({ detected }) => detected.evidence.samePorts)).toEqual([samePorts]);
  });
});

describe("STL329 sent-beyond-export", () => {
  const inline = { ...aGroup().template, address: "10.9.0.1" };
  const team = (name: string, exportTo: readonly string[], own: Partial<ServiceEntry> = {}) => aServiceEntry({ name, exportTo, ...own });
  const dns = (name: string, exportTo: readonly string[], own: Partial<ServiceEntry> = {}) =>
    team(name, exportTo, { selector: null, endpoints: [inline], createdAt: 1, ...own });
  const entries = [aMachine("vm-1"), aMachine("vm-2", { address: "10.0.0.2" })];
  const [OF_VMS, OF_DNS] = ["ServiceEntry/shop/vms", "ServiceEntry/shop/dns"];
  const service = aKubernetesService({ name: "api", exportTo: ["web"] });
  const ofService = { hosts: ["api.shop.svc.cluster.local"] };
  const away = {
    simple: "",
    zoneAware: null,
    locality: { isEnabled: true, distribute: [{ from: "*", to: [["eu/*", 100] as const] }], failover: [], failoverPriority: [] },
  };

  it.each([
    [
      "finds a fault for two objects exported to different namespaces",
      [dns("dns", ["web"]), team("vms", ["depot"])],
      [
        [OF_DNS, { host: "a.example.com", owner: "ServiceEntry vms", callers: ["depot"], endpoints: 1 }],
        [OF_VMS, { host: "a.example.com", owner: "ServiceEntry dns", callers: ["web"], endpoints: 2 }],
      ],
    ],
    [
      "finds a fault for an object exported to its own namespace and one exported to all",
      [dns("dns", ["*"]), team("vms", ["."])],
      [[OF_VMS, { callers: [""], endpoints: 2 }]],
    ],
    [
      "finds a fault for a Service and a ServiceEntry exported to different namespaces",
      [service, team("vms", ["depot"], ofService)],
      [
        ["Service/shop/api", { callers: ["depot"] }],
        [OF_VMS, { callers: ["web"] }],
      ],
    ],
    ["finds nothing for two objects exported to the same namespace", [dns("dns", ["web"]), team("vms", ["web"])], []],
    ["finds nothing for two objects exported to all", [dns("dns", []), team("vms", [])], []],
    ["finds nothing for one object exported to two namespaces", [team("vms", ["web", "depot"])], []],
    ["finds nothing for objects of two namespaces", [dns("dns", ["web"], { namespace: "legacy" }), team("vms", ["depot"])], []],
    ["finds nothing for two host names", [dns("dns", ["web"], { hosts: ["b.example.com"] }), team("vms", ["depot"])], []],
    [
      "finds nothing for objects whose ports do not join",
      [dns("dns", ["web"], { ports: [anEntryPort({ name: "web", number: 81 })] }), team("vms", ["depot"])],
      [],
    ],
    [
      "finds nothing if callers of the object with the host name get no endpoint list",
      [dns("dns", ["web"], { resolution: "NONE", endpoints: [] }), team("vms", ["depot"])],
      [],
    ],
  ])("STL329 %s", (_what, hosts, expected) => {
    const found = findingsOf(sentBeyondExport, { hosts, entries }).map(({ subject, detected }) => [subject, detected.evidence]);
    expect(found.sort()).toEqual(expected.map(([subject, evidence]) => [subject, expect.objectContaining(evidence)]));
  });

  it("STL329 does not count endpoints that distribute hides from these callers", () => {
    const hosts = [dns("dns", ["web"], { endpoints: [{ ...inline, locality: "eu/a" }] }), team("vms", ["depot"])];
    const rules = [aDestinationRule({ namespace: "web", policy: aTrafficPolicy({ balancer: away }) })];
    expect(evidenceOfAll(sentBeyondExport, { hosts, entries, policies: { rules } }).map(({ callers }) => callers)).toEqual([["depot"]]);
  });

  it("STL329 finds callers of a namespace whose own DestinationRule replaces a rule that hides the endpoints", () => {
    const hosts = [dns("dns", ["*"], { endpoints: [{ ...inline, locality: "eu/a" }] }), team("vms", ["."])];
    const ofService = aDestinationRule({ namespace: "shop", policy: aTrafficPolicy({ balancer: away }) });
    const own = aDestinationRule({ namespace: "data", policy: aTrafficPolicy() });
    const callers = (rules: readonly DestinationRule[]) => evidenceOfAll(sentBeyondExport, { hosts, entries, policies: { rules } }).map((one) => one.callers);
    expect(callers([ofService])).toEqual([]);
    expect(callers([ofService, own])).toEqual([["data"]]);
    expect(callers([ofService, { ...own, host: "b.example.com" }])).toEqual([]);
    expect(callers([own])).toEqual([[""]]);
  });
});
