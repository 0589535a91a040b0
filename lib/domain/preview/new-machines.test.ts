import { expect, it } from "vitest";
import { labelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, anEntryPort, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { newMachinesSnapshot, selectedByOtherLabels } from "./new-machines";

interface Made {
  readonly labels: Readonly<Record<string, string>>;
  readonly ports?: readonly (readonly [string, number])[];
  readonly namespace?: string;
}

const group = ({ labels, ports = [], namespace = "shop" }: Made) => ({
  namespace,
  name: "web",
  entryLabels: labelSet(Object.entries(labels)),
  template: { address: "", ports, labels: [], network: "", locality: "", weight: null, serviceAccount: "" },
});
const WEB = group({ labels: { app: "web", version: "v1" }, ports: [["http", 8080]] });
const service = (selector: readonly (readonly [string, string])[], own = {}) => aKubernetesService({ selector, ...own });
const APP = [["app", "web"]] as const;

it.each([
  ["a Service whose selector they have", service(APP), WEB, "answers", [8080]],
  ["one of which they have one label and lack another", service([...APP, ["tier", "a"]]), WEB, "not-taken", []],
  ["one that began before the group was relabelled", service([["app", "store"]]), WEB, "not-taken", []],
  ["one that selects by the canonical name that a bundle gives", service([["service.istio.io/canonical-name", "web"]]), group({ labels: {} }), "answers", [80]],
  ["one of another namespace", service(APP), group({ labels: { app: "web" }, namespace: "media" }), "not-taken", []],
  ["a headless one", service(APP, { isHeadless: true }), WEB, "not-taken", []],
  ["one whose targetPort names a port of theirs", service(APP, { ports: [aServicePort({ name: "web", target: "http" })] }), WEB, "answers", [8080]],
  ["one whose targetPort names none of theirs", service(APP, { ports: [aServicePort({ target: "admin" })] }), WEB, "answers", [null]],
  ["one whose targetPort is a number", service(APP, { ports: [aServicePort({ name: "db", target: 5432 })] }), WEB, "answers", [5432]],
  ["a ServiceEntry", aServiceEntry({ selector: APP, ports: [anEntryPort({ name: "http" }), anEntryPort({ name: "db" })] }), WEB, "answers", [8080, 80]],
  ["a ServiceEntry that sends callers no list", aServiceEntry({ selector: APP, resolution: "NONE" }), WEB, "not-taken", []],
] as const)("the machines of a new group stand to %s", (_selector, selector, made, is, ports) => {
  const stand = newMachinesSnapshot(selector, made, aMesh());
  expect([stand.is, stand.ports.map(({ port }) => port)]).toEqual([is, ports]);
});

it.each([
  [[], false],
  [[{ code: "labels-differ", pairs: [] }], true],
  [[{ code: "no-selector" }], true],
  [[{ code: "labels-differ", pairs: [] }, { code: "headless" }], false],
] as const)("%j are put right by other labels: %s", (reasons, expected) => {
  expect(selectedByOtherLabels(reasons)).toBe(expected);
});
