import { expect, it } from "vitest";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { portSurprise } from "./port-surprise";

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
])("where %s", (_what, host, entry, evidence) => {
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
])("where an older object of the host name %s", (_what, older, evidence) => {
  const objects = { hosts: [plain, older], entries: [machine(["web", 9090])] };
  expect(evidenceOfAll(portSurprise, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("reports a port whose endpoints callers in one of two named namespaces get", () => {
  const exported = aServiceEntry({ exportTo: ["data", "web"] });
  const objects = { hosts: [exported, owner(["web"], { namespace: "data" })], entries: [machine(["web", 9090])] };
  expect(evidenceOfAll(portSurprise, objects)).toHaveLength(1);
  expect(evidenceOfAll(portSurprise, { ...objects, hosts: [{ ...exported, exportTo: ["data"] }, ...objects.hosts.slice(1)] })).toEqual([]);
});

it.each([
  ["joins a TCP port of the owner", [owner(["http"])], [{ why: "undeclared", number: 80, ends: 80 }]],
  ["joins no port of the owner", [owner(["web"])], []],
  ["is of the owner itself", [], []],
])("of a UDP port that %s", (_what, owners, evidence) => {
  const udp = aServiceEntry({ ports: [anEntryPort({ protocol: "UDP" })] });
  const objects = { hosts: [udp, ...owners], entries: [machine(["web", 9090])] };
  expect(evidenceOfAll(portSurprise, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});
