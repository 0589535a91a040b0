import { expect, it } from "vitest";
import { evidenceOf } from "@/lib/testing/finding-cases";
import { aKubernetesService, aMesh, aServiceEntry } from "@/lib/testing/selection";
import { emptySelector } from "./empty-selector";

const hosts = [aServiceEntry({ selector: [] })];
const of = (istioVersion: string | null) => ({ hosts, mesh: { settings: aMesh({ istioVersion }), doubts: [] } });

it.each([
  ["by 1.31", of("1.31.0"), [{ takes: "everything", version: "1.31.0" }]],
  ["by 1.29", of("1.29.2"), [{ takes: "nothing" }]],
  ["by a version that is not known", of(null), [{ takes: "unknown", version: "" }]],
  ["with labels", { hosts: [aServiceEntry()] }, []],
  ["of a ServiceEntry without one", { hosts: [aServiceEntry({ selector: null })] }, []],
  ["of a Service, which takes nobody by it and says so in Kubernetes", { hosts: [aKubernetesService({ selector: [] })] }, []],
])("of a selector %s", (_what, objects, evidence) => expect(evidenceOf(emptySelector, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
