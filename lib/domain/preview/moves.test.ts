import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { SelectionCandidate } from "@/lib/domain/selection/reasons";
import {
  aKubernetesService,
  aMesh,
  anEntryPort,
  type aSelectableEntry,
  aServiceEntry,
  aServicePort,
  candidateEntry,
  candidatePod,
} from "@/lib/testing/selection";
import { endpointOutcomeOf } from "./endpoint-snapshot";
import { countByTargetPort, endpointsWithMoves, losesZone, zoneMovesOf } from "./moves";

const mesh = aMesh();
const offer = (...candidates: readonly SelectionCandidate[]) => candidates.map((candidate, ref) => ({ ref, candidate }));
const v = (version: string, own: Parameters<typeof aSelectableEntry>[0] = {}) =>
  candidateEntry({
    name: `vm-${version}`,
    specLabels: [
      ["app", "a"],
      ["version", version],
    ],
    ...own,
  });
const ofVersion = (version: string) =>
  aServiceEntry({
    selector: [
      ["app", "a"],
      ["version", version],
    ],
  });
const told = (before: MeshService | null, after: MeshService | null, ...candidates: readonly SelectionCandidate[]) =>
  endpointsWithMoves({ before, after }, offer(...candidates), mesh).map(({ name, move, before: was, after: is }) => `${name} ${move} ${was.is} ${is.is}`);

describe("the endpoints that stay, come and go", () => {
  it.each<[string, MeshService | null, MeshService | null, readonly string[]]>([
    ["a narrower selector removes one of two machines", aServiceEntry(), ofVersion("1"), ["vm-1 stays answers answers", "vm-2 goes answers not-taken"]],
    ["a wider selector adds a machine", ofVersion("1"), aServiceEntry(), ["vm-1 stays answers answers", "vm-2 comes not-taken answers"]],
    ["a new object adds the machine that it selects", null, ofVersion("2"), ["vm-2 comes not-taken answers"]],
    ["a deleted object removes the machine that it selected", ofVersion("2"), null, ["vm-2 goes answers not-taken"]],
    ["selectors that match nothing have no endpoints", ofVersion("3"), ofVersion("4"), []],
    [
      "the resolution NONE, which sends no list, removes all machines",
      aServiceEntry(),
      aServiceEntry({ resolution: "NONE" }),
      ["vm-1 goes answers not-taken", "vm-2 goes answers not-taken"],
    ],
    [
      "a Service that becomes headless removes all machines",
      aKubernetesService(),
      aKubernetesService({ isHeadless: true }),
      ["vm-1 goes answers not-taken", "vm-2 goes answers not-taken"],
    ],
  ])("the endpoints that stay, come and go: %s", (_what, before, after, expected) => {
    expect(told(before, after, v("1"), v("2"))).toEqual(expected);
  });

  it("endpointsWithMoves counts an unhealthy machine as selected", () => {
    const ill = v("1", { gate: "true", health: { status: "False", message: "503" } });
    expect(told(aServiceEntry(), ofVersion("1"), ill)).toEqual(["vm-1 stays silent silent"]);
    expect(told(ofVersion("2"), ofVersion("1"), ill)).toEqual(["vm-1 comes not-taken silent"]);
  });

  it("endpointsWithMoves includes Pods that the selector matches", () => {
    const pod = candidatePod({ ready: false });
    expect(told(aServiceEntry(), aServiceEntry({ selector: [["app", "b"]] }), pod)).toEqual(["pod-1 goes silent not-taken"]);
    expect(told(null, aKubernetesService(), pod)).toEqual(["pod-1 comes not-taken silent"]);
    expect(told(null, aKubernetesService(), candidatePod())).toEqual(["pod-1 comes not-taken answers"]);
  });

  it("endpointsWithMoves does not count a Pod as serving for a ServiceEntry if an entry of the same name hides it", () => {
    const moves = (after: MeshService) =>
      endpointsWithMoves({ before: null, after }, offer(candidatePod()), mesh, { isHidden: () => true }).map(({ after: { is, notSent } }) => [
        is,
        notSent?.code,
      ]);
    expect([moves(aServiceEntry()), moves(aKubernetesService())]).toEqual([[["silent", "name-taken-by-entry"]], [["answers", undefined]]]);
  });

  it("endpointsWithMoves compares endpoints written in a ServiceEntry by address, and ignores them with a selector or resolution NONE", () => {
    const at = (...addresses: readonly string[]) =>
      addresses.map((address) => ({ address, ports: [], labels: [], network: "", locality: "r/z", weight: null, serviceAccount: "" }));
    const inline = (...addresses: readonly string[]) => aServiceEntry({ selector: null, endpoints: at(...addresses) });
    expect(told(inline("10.0.0.1", "10.0.0.2"), inline("10.0.0.2", "10.0.0.3"))).toEqual([
      "10.0.0.1 goes answers not-taken",
      "10.0.0.2 stays answers answers",
      "10.0.0.3 comes not-taken answers",
    ]);
    expect(told(inline("10.0.0.1"), { ...inline("10.0.0.1"), resolution: "NONE" })).toEqual(["10.0.0.1 goes answers not-taken"]);
    expect(told(inline("10.0.0.1"), aServiceEntry())).toEqual(["10.0.0.1 goes answers not-taken"]);
  });
});

describe("moves by zone", () => {
  const in1 = (zone: string, version: string) => v(version, { name: `${zone}-${version}`, locality: `r/${zone}` });

  it("zoneMovesOf returns zones with the largest loss first, and losesZone is true for one without a serving endpoint after the edit", () => {
    const moved = endpointsWithMoves({ before: ofVersion("1"), after: ofVersion("2") }, offer(in1("a", "1"), in1("a", "2"), in1("b", "1"), v("2")), mesh);
    const zones = zoneMovesOf(moved);
    expect(zones).toEqual([
      { zone: "b", before: 1, after: 0, moves: { stays: 0, comes: 0, goes: 1 } },
      { zone: "a", before: 1, after: 1, moves: { stays: 0, comes: 1, goes: 1 } },
      { zone: "", before: 0, after: 1, moves: { stays: 0, comes: 1, goes: 0 } },
    ]);
    expect(zones.map(losesZone)).toEqual([true, false, false]);
  });
});

describe("the machine port behind a service port", () => {
  it("the machine port behind a service port counts each machine port before and after the edit, with the rule for it", () => {
    const own = v("1", { ports: [["https", 8443]] });
    const edit = {
      before: aServiceEntry({ ports: [anEntryPort({ name: "https", number: 443 })] }),
      after: aServiceEntry({ ports: [anEntryPort({ name: "tls", number: 443, target: 9 })] }),
    };
    const moved = endpointsWithMoves(edit, offer(own, v("2")), mesh);
    expect(countByTargetPort(moved, { before: 0, after: 0 })).toEqual([
      { found: { port: 9, rule: "target-number" }, before: 0, after: 2 },
      { found: { port: 443, rule: "service-number" }, before: 1, after: 0 },
      { found: { port: 8443, rule: "port-name" }, before: 1, after: 0 },
    ]);
  });

  it("the machine port behind a service port counts machines that do not have the named port", () => {
    const moved = endpointsWithMoves({ before: null, after: aKubernetesService({ ports: [aServicePort({ target: "web" })] }) }, offer(v("1")), mesh);
    expect(countByTargetPort(moved, { before: null, after: 0 })).toEqual([{ found: { port: null, missing: "web" }, before: 0, after: 1 }]);
  });
});

it("endpointsWithMoves returns the endpoints that a new count returns after any edit", () => {
  const pair = fc.constantFrom<[string, string]>(["app", "a"], ["app", "b"], ["v", "1"], ["topology.kubernetes.io/zone", "z"]);
  const selector = fc.oneof(
    fc.record({ selector: fc.array(pair, { maxLength: 2 }), resolution: fc.constantFrom("STATIC", "DNS", "NONE") }).map((own) => aServiceEntry(own as never)),
    fc.record({ selector: fc.array(pair, { maxLength: 2 }), isHeadless: fc.boolean() }).map(aKubernetesService),
    fc.constant(null),
  );
  const machine = fc
    .record({
      specLabels: fc.subarray([
        ["app", "a"],
        ["v", "1"],
      ] as [string, string][]),
      address: fc.constantFrom("10.0.0.1", "vm.example.com"),
      locality: fc.constantFrom("", "r/z"),
      gate: fc.constantFrom(null, "true"),
    })
    .map(candidateEntry);
  fc.assert(
    fc.property(selector, selector, fc.array(machine, { maxLength: 8 }), (before, after, machines) => {
      const moved = endpointsWithMoves({ before, after }, offer(...machines), mesh);
      const recounted = machines.flatMap((candidate, ref) => (endpointOutcomeOf(after, candidate, mesh).is === "not-taken" ? [] : [ref]));
      expect(moved.filter(({ move }) => move !== "goes").map(({ ref }) => ref)).toEqual(recounted);
      const zones = zoneMovesOf(moved);
      const answering = machines.filter((candidate) => endpointOutcomeOf(after, candidate, mesh).is === "answers").length;
      expect(zones.reduce((sum, zone) => sum + zone.after, 0)).toBe(answering);
    }),
    { numRuns: 200 },
  );
});
