import { describe, expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aGroup } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { groupLacksPortName, groupPortSurprise, portNameMissing, portSurprise } from "./ports";

describe("STL305 port-name-missing", () => {
  const web = aServicePort({ target: "web" });
  const hosts = [aKubernetesService({ ports: [web, aServicePort({ name: "admin", number: 81, target: 9000 })] })];
  const dns = aServicePort({ name: "dns", number: 53, protocol: "UDP", target: "dns" });

  it.each([
    [
      "finds a fault for a machine without the port named in targetPort",
      hosts,
      aMachine("vm", { ports: [["http", 8080]] }),
      [{ missing: ["web"], ports: ["80"], named: ["http: 8080"], isEveryPort: false }],
    ],
    [
      "finds a fault for a machine without the only port named in targetPort",
      [aKubernetesService({ ports: [web] })],
      aMachine("vm"),
      [{ missing: ["web"], isEveryPort: true }],
    ],
    ["finds nothing for a machine with the port named in targetPort", hosts, aMachine("vm", { ports: [["web", 8080]] }), []],
    ["finds nothing for a numeric targetPort", [aKubernetesService({ ports: [aServicePort({ target: 8080 })] })], aMachine("vm"), []],
    ["finds nothing for a UDP port, which sidecars do not serve", [aKubernetesService({ ports: [aServicePort({ target: 8080 }), dns] })], aMachine("vm"), []],
    ["finds nothing for a machine that the Service does not select", hosts, aMachine("vm", { specLabels: [["app", "b"]] }), []],
  ])("STL305 %s", (_what, all, machine, evidence) => {
    expect(evidenceOfAll(portNameMissing, { hosts: all, entries: [machine] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });
});

describe("STL306 port-surprise", () => {
  const [plain, targeted] = [aServiceEntry(), aServiceEntry({ ports: [anEntryPort({ target: 8000 })] })];
  const machine = (...ports: readonly (readonly [string, number])[]) => aMachine("vm", { ports });

  it.each([
    [
      "finds a fault if the machine's port of the same name overrides targetPort",
      targeted,
      machine(["http", 8080]),
      [{ why: "overridden", port: "http", number: 80, ends: 8080 }],
    ],
    [
      "finds a fault if the machine's port of the same name overrides targetPort of a Service",
      aKubernetesService({ ports: [aServicePort({ target: 8000 })] }),
      machine(["http", 8080]),
      [{ why: "overridden", ends: 8080 }],
    ],
    [
      "finds a fault if callers use the service's port number, and the machine names other ports only",
      plain,
      machine(["web", 9090]),
      [{ why: "undeclared", number: 80, ends: 80, named: ["web: 9090"] }],
    ],
    ["finds nothing if the machine's port and targetPort are equal", targeted, machine(["http", 8000]), []],
    ["finds nothing if the machine has the port number under another name", plain, machine(["web", 80]), []],
    ["finds nothing if the machine names no ports", plain, machine(), []],
    ["finds nothing if targetPort is set and the machine names other ports", targeted, machine(["web", 9090]), []],
    [
      "finds nothing if the machine has the port named in targetPort",
      aKubernetesService({ ports: [aServicePort({ target: "web" })] }),
      machine(["web", 9090]),
      [],
    ],
  ])("STL306 %s", (_what, host, entry, evidence) => {
    expect(evidenceOfAll(portSurprise, { hosts: [host], entries: [entry] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  const owner = (ports: readonly string[], own: Partial<ServiceEntry> = {}) =>
    aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: ports.map((name, at) => anEntryPort({ name, number: 80 + at })), ...own });

  it.each([
    ["finds nothing if an older object with the host name does not have the port's name", owner(["web"]), []],
    ["finds a fault if an older object with the host name has the port's name on another number", owner(["web", "http"]), [{ number: 80, ends: 80 }]],
    ["finds a fault if an older DNS object with the host name has the port's number", owner(["web"], { resolution: "DNS" }), [{ number: 80, ends: 80 }]],
    [
      "finds nothing if an older DNS object with the host name does not have the port's number",
      owner(["http"], { resolution: "DNS", ports: [anEntryPort({ number: 81 })] }),
      [],
    ],
    ["finds a fault if an older object with the host name is of another namespace", owner(["web"], { namespace: "legacy" }), [{ number: 80, ends: 80 }]],
  ])("STL306 %s", (_what, older, evidence) => {
    const objects = { hosts: [plain, older], entries: [machine(["web", 9090])] };
    expect(evidenceOfAll(portSurprise, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL306 finds a fault for a port if callers in one of two exported namespaces get its endpoints", () => {
    const exported = aServiceEntry({ exportTo: ["data", "web"] });
    const objects = { hosts: [exported, owner(["web"], { namespace: "data" })], entries: [machine(["web", 9090])] };
    expect(evidenceOfAll(portSurprise, objects)).toHaveLength(1);
    expect(evidenceOfAll(portSurprise, { ...objects, hosts: [{ ...exported, exportTo: ["data"] }, ...objects.hosts.slice(1)] })).toEqual([]);
  });

  it.each([
    ["finds a fault for a UDP port that joins a TCP port of the object with the host name", [owner(["http"])], [{ why: "undeclared", number: 80, ends: 80 }]],
    ["finds nothing for a UDP port that joins no port of the object with the host name", [owner(["web"])], []],
    ["finds nothing for a UDP port of the object that defines the host name", [], []],
  ])("STL306 %s", (_what, owners, evidence) => {
    const udp = aServiceEntry({ ports: [anEntryPort({ protocol: "UDP" })] });
    const objects = { hosts: [udp, ...owners], entries: [machine(["web", 9090])] };
    expect(evidenceOfAll(portSurprise, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });
});

describe("STL318 group-lacks-port-name", () => {
  const hosts = [aKubernetesService({ ports: [aServicePort({ target: "web" })] })];
  type Port = readonly [name: string, number: number];
  const group = (...ports: readonly Port[]) => aGroup({ entryLabels: [["app", "a"]], template: { ...aGroup().template, ports } });
  const machine = (name: string, ...ports: readonly Port[]) => aMachine(name, { ports, registrationGroup: "checkout" });

  it.each([
    ["machines with the ports of the template", group(["http", 8080]), [machine("vm-1", ["http", 8080]), machine("vm-2", ["http", 8080])], [2], 0],
    ["a template that lost the name after the machines registered", group(["http", 8080]), [machine("vm-1", ["web", 8080])], [0], 0],
    [
      "a template that got the name after the machines registered",
      group(["web", 8080]),
      [machine("vm-1", ["http", 8080]), machine("vm-2", ["http", 8080])],
      [],
      2,
    ],
    ["one machine without the name that its template has", group(["web", 8080]), [machine("vm-1", ["web", 8080]), machine("vm-2")], [], 1],
    ["a machine with other ports, which do not have the name either", group(["http", 8080]), [machine("vm-1", ["admin", 9000])], [0], 1],
    ["a template with the name", group(["web", 8080]), [machine("vm-1", ["web", 8080])], [], 0],
    ["a group without machines", group(), [], [], 0],
  ])("STL318 counts the machines that have the ports of the template now: %s", (_what, one, entries, ofGroup, ofMachines) => {
    const objects = { hosts, groups: [one], entries };
    expect(evidenceOfAll(groupLacksPortName, objects)).toEqual(ofGroup.map((machines) => expect.objectContaining({ missing: ["web"], machines })));
    expect(evidenceOfAll(portNameMissing, objects)).toHaveLength(ofMachines);
  });
});

describe("STL319 group-port-surprise", () => {
  const hosts = [aServiceEntry()];
  type Port = readonly [name: string, number: number];
  const group = (label: string, ...ports: readonly Port[]) => aGroup({ entryLabels: [["app", label]], template: { ...aGroup().template, ports } });
  const machine = (name: string, ...ports: readonly Port[]) => aMachine(name, { ports, registrationGroup: "checkout" });

  it.each([
    ["machines with the ports of the template", group("a", ["web", 9090]), [machine("vm-1", ["web", 9090]), machine("vm-2", ["web", 9090])], [2], 0],
    [
      "a template that was edited after all machines registered",
      group("a", ["web", 9090]),
      [machine("vm-1", ["http", 80]), machine("vm-2", ["http", 80])],
      [0],
      0,
    ],
    [
      "a template that was edited after one machine registered",
      group("a", ["web", 9090]),
      [machine("vm-1", ["http", 80]), machine("vm-2", ["web", 9090])],
      [1],
      0,
    ],
    [
      "a template that was fixed after the machines registered",
      group("a", ["http", 80]),
      [machine("vm-1", ["web", 9090]), machine("vm-2", ["web", 9090])],
      [],
      2,
    ],
    [
      "a machine that the service does not select, by the labels of its bundle",
      group("a", ["web", 9090]),
      [machine("vm-1", ["web", 9090]), { ...machine("vm-2", ["web", 9090]), specLabels: [["app", "b"]] as const }],
      [1],
      0,
    ],
    ["a machine on a socket, which has no port", group("a", ["web", 9090]), [{ ...machine("vm-1", ["web", 9090]), address: "unix:///run/a" }], [0], 0],
    ["one machine with other ports than its group", group("a", ["http", 80]), [machine("vm-1", ["http", 80]), machine("vm-2", ["web", 9090])], [], 1],
    ["a machine that has its labels from its bundle", group("b", ["web", 9090]), [machine("vm-1", ["web", 9090])], [], 1],
    ["a template that names the port", group("a", ["http", 80]), [machine("vm-1", ["http", 80])], [], 0],
    ["a template without ports", group("a"), [machine("vm-1")], [], 0],
    ["a group without machines", group("a", ["web", 9090]), [], [], 0],
  ])("STL319 counts the machines that have the ports of the template now: %s", (_what, one, entries, ofGroup, ofMachines) => {
    const objects = { hosts, groups: [one], entries };
    expect(evidenceOfAll(groupPortSurprise, objects)).toEqual(ofGroup.map((machines) => expect.objectContaining({ why: "undeclared", machines })));
    expect(evidenceOfAll(portSurprise, objects)).toHaveLength(ofMachines);
  });

  it("STL319 finds nothing for a port that the object with the host name does not have", () => {
    const older = aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: [anEntryPort({ name: "web" })] });
    const objects = { groups: [group("a", ["web", 9090])], entries: [machine("vm-1", ["web", 9090])] };
    expect(evidenceOfAll(groupPortSurprise, { ...objects, hosts })).toHaveLength(1);
    expect(evidenceOfAll(groupPortSurprise, { ...objects, hosts: [...hosts, older] })).toEqual([]);
  });
});
