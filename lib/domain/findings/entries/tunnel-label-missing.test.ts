import { expect, it } from "vitest";
import { meshFactsOf } from "@/lib/domain/mesh/mesh-facts";
import { ago, anEntry, aReplica, aWorld } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { tunnelLabelMissing } from "./tunnel-label-missing";

/** A world whose istiod is told so. */
function told(settings: Readonly<Record<string, string>>, ...versions: readonly (string | null)[]) {
  const pods = (versions.length === 0 ? ["1.31.0"] : versions).map((version) => ({ revision: "default", version, settings }));
  const meshes = meshFactsOf({ namespace: "istio-system", pods, deployments: [], configOf: () => ({ kind: "absent" }) }, []);
  return aWorld([aReplica()], { meshes });
}

const AMBIENT = told({ PILOT_ENABLE_AMBIENT: "true" });

it("finds a connected entry without the label in an ambient mesh", () => {
  expect(evidenceOf(tunnelLabelMissing, { entries: [anEntry()], world: AMBIENT })).toEqual([
    { group: "checkout", revision: "default", version: "1.31.0", writes: "yes" },
  ]);
});

it.each([
  [["1.29.5"], "1.29.5", "no"],
  [["1.29.6"], "1.29.6", "yes"],
  [["1.30.2"], "1.30.2", "no"],
  [["1.30.3"], "1.30.3", "yes"],
  [["1.30.2", "1.30.3"], "1.30.2, 1.30.3", "unknown"],
  [[null], "", "unknown"],
])("shows whether istiod %j writes the label", (versions, version, writes) => {
  const world = told({ PILOT_ENABLE_AMBIENT: "true" }, ...versions);
  expect(evidenceOf(tunnelLabelMissing, { entries: [anEntry()], world })).toEqual([{ group: "checkout", revision: "default", version, writes }]);
});

it.each([
  { of: "with the label", entry: anEntry({ specLabels: [["networking.istio.io/tunnel", "http"]] }), world: AMBIENT },
  { of: "that left", entry: anEntry({ connectedAt: null, disconnectedAt: ago(1000) }), world: AMBIENT },
  { of: "that was written by hand", entry: anEntry({ registrationGroup: "" }), world: AMBIENT },
  { of: "in a mesh of sidecars", entry: anEntry(), world: told({}) },
  { of: "whose istiod is not seen", entry: anEntry({ controller: "other" }), world: AMBIENT },
])("passes over an entry $of", ({ entry, world }) => {
  expect(evidenceOf(tunnelLabelMissing, { entries: [entry], world })).toEqual([]);
});
