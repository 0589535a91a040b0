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
      "a machine without the name",
      hosts,
      aMachine("vm", { ports: [["http", 8080]] }),
      [{ missing: ["web"], ports: ["80"], named: ["http: 8080"], isEveryPort: false }],
    ],
    ["a machine that lacks the only port", [aKubernetesService({ ports: [web] })], aMachine("vm"), [{ missing: ["web"], isEveryPort: true }]],
    ["a machine with the name", hosts, aMachine("vm", { ports: [["web", 8080]] }), []],
    ["a target by number", [aKubernetesService({ ports: [aServicePort({ target: 8080 })] })], aMachine("vm"), []],
    ["a port for UDP, which sidecars do not serve", [aKubernetesService({ ports: [aServicePort({ target: 8080 }), dns] })], aMachine("vm"), []],
    ["a machine that the Service does not take", hosts, aMachine("vm", { specLabels: [["app", "b"]] }), []],
  ])("STL305 has the expected findings for %s", (_what, all, machine, evidence) => {
    expect(evidenceOfAll(portNameMissing, { hosts: all, entries: [machine] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });
});

describe("STL306 port-surprise", () => {
  const [plain, targeted] = [aServiceEntry(), aServiceEntry({ ports: [anEntryPort({ target: 8000 })] })];
  const machine = (...ports: readonly (readonly [string, number])[]) => aMachine("vm", { ports });

  it.each([
    [
      "the machine's own name for the port goes before the target",
      targeted,
      machine(["http", 8080]),
      [{ why: "overridden", port: "http", number: 80, ends: 8080 }],
    ],
    ["the same for a Service", aKubernetesService({ ports: [aServicePort({ target: 8000 })] }), machine(["http", 8080]), [{ why: "overridden", ends: 8080 }]],
    [
      "the host's number is called, and the machine names others only",
      plain,
      machine(["web", 9090]),
      [{ why: "undeclared", number: 80, ends: 80, named: ["web: 9090"] }],
    ],
    ["both say the same", targeted, machine(["http", 8000]), []],
    ["the machine names the number otherwise", plain, machine(["web", 80]), []],
    ["the machine names no ports", plain, machine(), []],
    ["the target is written and the machine names others", targeted, machine(["web", 9090]), []],
    ["a named target that the machine has", aKubernetesService({ ports: [aServicePort({ target: "web" })] }), machine(["web", 9090]), []],
  ])("STL306 has the expected findings if %s", (_what, host, entry, evidence) => {
    expect(evidenceOfAll(portSurprise, { hosts: [host], entries: [entry] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  const owner = (ports: readonly string[], own: Partial<ServiceEntry> = {}) =>
    aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: ports.map((name, at) => anEntryPort({ name, number: 80 + at })), ...own });

  it.each([
    ["lacks the port's name", owner(["web"]), []],
    ["has the port's name on another number", owner(["web", "http"]), [{ number: 80, ends: 80 }]],
    ["resolves names and has the port's number", owner(["web"], { resolution: "DNS" }), [{ number: 80, ends: 80 }]],
    ["resolves names and lacks the port's number", owner(["http"], { resolution: "DNS", ports: [anEntryPort({ number: 81 })] }), []],
    ["is of another namespace", owner(["web"], { namespace: "legacy" }), [{ number: 80, ends: 80 }]],
  ])("STL306 has the expected findings if an older object with the host name %s", (_what, older, evidence) => {
    const objects = { hosts: [plain, older], entries: [machine(["web", 9090])] };
    expect(evidenceOfAll(portSurprise, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL306 reports a port whose endpoints callers in one of two named namespaces get", () => {
    const exported = aServiceEntry({ exportTo: ["data", "web"] });
    const objects = { hosts: [exported, owner(["web"], { namespace: "data" })], entries: [machine(["web", 9090])] };
    expect(evidenceOfAll(portSurprise, objects)).toHaveLength(1);
    expect(evidenceOfAll(portSurprise, { ...objects, hosts: [{ ...exported, exportTo: ["data"] }, ...objects.hosts.slice(1)] })).toEqual([]);
  });

  it.each([
    ["joins a TCP port of the owner", [owner(["http"])], [{ why: "undeclared", number: 80, ends: 80 }]],
    ["joins no port of the owner", [owner(["web"])], []],
    ["is of the owner itself", [], []],
  ])("STL306 has the expected findings for a UDP port that %s", (_what, owners, evidence) => {
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
    ["a machine with other ports, which lack the name too", group(["http", 8080]), [machine("vm-1", ["admin", 9000])], [0], 1],
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

  it("STL319 finds nothing for a port that the owner of the host name lacks", () => {
    const older = aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: [anEntryPort({ name: "web" })] });
    const objects = { groups: [group("a", ["web", 9090])], entries: [machine("vm-1", ["web", 9090])] };
    expect(evidenceOfAll(groupPortSurprise, { ...objects, hosts })).toHaveLength(1);
    expect(evidenceOfAll(groupPortSurprise, { ...objects, hosts: [...hosts, older] })).toEqual([]);
  });
});
