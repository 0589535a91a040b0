import { expect, it } from "vitest";
import { meshFactsOf } from "@/lib/domain/mesh/mesh-facts";
import { aWorld } from "@/lib/testing/entries";
import { evidenceOfAll } from "@/lib/testing/finding-cases";
import { aKubernetesService, aMesh, aServiceEntry } from "@/lib/testing/selection";
import { emptySelector } from "./empty-selector";

const hosts = [aServiceEntry({ selector: [] })];
const of = (istioVersion: string | null, otherVersions: readonly string[] = []) => ({
  hosts,
  mesh: { settings: aMesh({ istioVersion, otherVersions }), doubts: [] },
});
const canary = meshFactsOf(
  { namespace: "istio-system", pods: [{ revision: "canary", version: "1.31.1", settings: {} }], deployments: [], configOf: () => ({ kind: "absent" }) },
  [],
);
const withCanary = (labels: readonly (readonly [string, string])[]) => ({
  ...of("1.31.0"),
  hosts: [aServiceEntry({ selector: [], labels })],
  world: aWorld([], { meshes: canary }),
});

it.each([
  ["by 1.31", of("1.31.0"), [{ takes: "everything", version: "1.31.0" }]],
  ["by 1.29", of("1.29.2"), [{ takes: "nothing" }]],
  ["by 1.30.4 with its fix outstanding", of("1.30.4"), [{ takes: "everything", version: "1.30.4" }]],
  ["by 1.30.5 with the fix", of("1.30.5"), [{ takes: "nothing", version: "1.30.5" }]],
  ["by two replicas before and after the fix", of("1.30.4", ["1.30.5"]), [{ takes: "unknown", everything: ["1.30.4"], nothing: ["1.30.5"] }]],
  ["by two replicas after the fix", of("1.30.5", ["1.31.1"]), [{ takes: "nothing", version: "1.30.5, 1.31.1" }]],
  ["by another revision too", withCanary([]), [{ takes: "unknown", everything: ["1.31.0"], nothing: ["1.31.1"] }]],
  ["by the other revision alone", withCanary([["istio.io/rev", "canary"]]), [{ takes: "nothing", version: "1.31.1" }]],
  ["by a build without a number", of("1.30-alpha.abc"), [{ takes: "unknown", version: "1.30-alpha.abc", everything: [], nothing: [] }]],
  ["by a version that is not known", of(null), [{ takes: "unknown", version: "" }]],
  ["with labels", { hosts: [aServiceEntry()] }, []],
  ["of a ServiceEntry without one", { hosts: [aServiceEntry({ selector: null })] }, []],
  ["of a Service, which takes nobody by it and says so in Kubernetes", { hosts: [aKubernetesService({ selector: [] })] }, []],
])("of a selector %s", (_what, objects, evidence) =>
  expect(evidenceOfAll(emptySelector, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
);
