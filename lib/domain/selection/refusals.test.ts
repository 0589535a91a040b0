import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, aSelectableEntry, aSelectablePod, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { reasonsAgainst } from "./matching";
import { applyMeshFix, applySelectionFix, mismatchesWithFixes } from "./nearest-misses";
import type { MeshService, ServiceEntryResolution } from "./objects";
import type { SelectionCandidate } from "./reasons";

const mesh = aMesh();
const editsOf = (selector: MeshService, candidate: SelectionCandidate) => mismatchesWithFixes({ selector, candidate }, mesh)?.map(({ change }) => change);

describe("mismatchesWithFixes returns one edit for", () => {
  it.each([
    [
      "a label that the machine does not have",
      aServiceEntry({ selector: [["app", "b"]] }),
      candidateEntry(),
      { on: "machine", set: "labels", labels: [["app", "b"]] },
    ],
    [
      "a label that Istio derives: the selector gets the derived value",
      aServiceEntry({
        selector: [
          ["app", "a"],
          ["topology.kubernetes.io/zone", "y"],
        ],
      }),
      candidateEntry({ locality: "r/z" }),
      {
        on: "selector",
        set: "selector",
        labels: [
          ["app", "a"],
          ["topology.kubernetes.io/zone", "z"],
        ],
      },
    ],
    [
      "another namespace: create the object in the machine's namespace",
      aServiceEntry(),
      candidateEntry({ namespace: "x" }),
      { on: "selector", set: "namespace", value: "x" },
    ],
    [
      "a machine for another revision of istiod",
      aServiceEntry(),
      candidateEntry({ metadataLabels: [["istio.io/rev", "x"]] }),
      { on: "machine", set: "no-label", key: "istio.io/rev" },
    ],
    [
      "a host name as address with resolution STATIC",
      aServiceEntry(),
      candidateEntry({ address: "vm.example.org" }),
      { on: "selector", set: "resolution", value: "DNS" },
    ],
    [
      "a host name as address with a Service",
      aKubernetesService(),
      candidateEntry({ address: "vm" }),
      { on: "machine", set: "address", value: "192.0.2.1", isExample: true },
    ],
    ["resolution NONE", aServiceEntry({ resolution: "NONE" }), candidateEntry(), { on: "selector", set: "resolution", value: "STATIC" }],
    ["a headless Service", aKubernetesService({ isHeadless: true }), candidateEntry(), { on: "selector", set: "cluster-ip" }],
    ["an object without a selector", aServiceEntry({ selector: null }), candidateEntry(), { on: "selector", set: "selector", labels: [["app", "a"]] }],
    [
      "a machine with the draining label",
      aServiceEntry(),
      candidateEntry({ metadataLabels: [["istio.io/draining", "1"]] }),
      { on: "machine", set: "no-label", key: "istio.io/draining" },
    ],
    ["an unhealthy machine", aServiceEntry(), candidateEntry({ gate: "true" }), { on: "machine", set: "healthy" }],
    ["a Pod that is not ready", aServiceEntry(), candidatePod({ ready: false }), { on: "machine", set: "running-and-ready" }],
  ] as const)("mismatchesWithFixes returns one edit for: %s", (_fact, selector, candidate, expected) => {
    expect(editsOf(selector, candidate)).toEqual([expected]);
  });
});

const KEYS = ["app", "v", "istio.io/rev", "istio.io/draining", "topology.istio.io/locality", "topology.kubernetes.io/zone", "topology.istio.io/network"];
const labels = fc
  .array(fc.tuple(fc.constantFrom(...KEYS, "topology.istio.io/cluster"), fc.constantFrom("", "a", "b", "default", "r.z")), { maxLength: 4 })
  .map((pairs) => sortedLabelSet(new Map(pairs)));
const name = fc.constantFrom("shop", "other");
const entry = fc
  .record({
    namespace: name,
    address: fc.constantFrom("", "10.0.0.1", "vm.example.org", "unix:///a"),
    network: fc.constantFrom("", "vpc-1"),
    locality: fc.constantFrom("", "r/z", "r/z/s", "/z"),
    specLabels: labels,
    metadataLabels: labels,
    gate: fc.constantFrom(null, "true"),
    health: fc.constantFrom(null, { status: "True", message: "" }, { status: "False", message: "503" }),
  })
  .map((own): SelectionCandidate => ({ kind: "entry", entry: aSelectableEntry(own) }));
const pod = fc
  .record({
    namespace: name,
    labels,
    ready: fc.boolean(),
    phase: fc.constantFrom("Running", "Failed"),
    deletingAt: fc.constantFrom(null, 1),
    address: fc.constantFrom("", "10.1.0.1"),
  })
  .map((own): SelectionCandidate => ({ kind: "pod", pod: aSelectablePod(own) }));
const resolution = fc.constantFrom<ServiceEntryResolution>("NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS");
const selector = fc.oneof(
  fc.record({ namespace: name, labels, selector: fc.option(labels), resolution }).map((own): MeshService => aServiceEntry(own)),
  fc
    .record({ namespace: name, labels, selector: labels, isHeadless: fc.boolean(), type: fc.constantFrom("ClusterIP", "ExternalName") })
    .map((own): MeshService => aKubernetesService(own)),
);
const istioVersion = fc.constantFrom(null, "1.29.0", "1.31.0");

describe("mismatchesWithFixes for any selector and any machine", () => {
  it("mismatchesWithFixes for any selector and any machine returns edits after which the object selects the machine, and none if it already does", () => {
    fc.assert(
      fc.property(selector, fc.oneof(entry, pod), istioVersion, fc.constantFrom(true, true, false), (one, candidate, version, selects) => {
        const settings = aMesh({ istioVersion: version, serviceEntriesSelectPods: selects, servicesSelectEntries: selects });
        const refusals = mismatchesWithFixes({ selector: one, candidate }, settings);
        expect(refusals).not.toBeNull();
        const after = (refusals ?? []).reduce((pair, { change }) => applySelectionFix(pair, change), { selector: one, candidate });
        const mended = (refusals ?? []).reduce((told, { change }) => applyMeshFix(told, change), settings);
        expect(reasonsAgainst(after.selector, after.candidate, mended)).toEqual([]);
        expect(refusals?.length === 0).toBe(reasonsAgainst(one, candidate, settings).length === 0);
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each(["STATIC", "NONE"] as const)(
  "mismatchesWithFixes does not offer resolution DNS for a machine whose address is a socket with resolution %s",
  (resolution) => {
    const pair = { selector: aServiceEntry({ resolution }), candidate: candidateEntry({ address: "unix:///run/a" }) };
    const changes = mismatchesWithFixes(pair, aMesh())?.map(({ change }) => change) ?? [];
    expect(changes).toContainEqual(expect.objectContaining({ on: "machine", set: "address" }));
    expect(changes).not.toContainEqual(expect.objectContaining({ value: "DNS" }));
  },
);
