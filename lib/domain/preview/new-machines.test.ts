import { expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, anEntryPort, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { missesOnlyByLabels, newMachineEndpointSnapshot } from "./new-machines";

interface Made {
  readonly labels: Readonly<Record<string, string>>;
  readonly ports?: readonly (readonly [string, number])[];
  readonly namespace?: string;
}

const group = ({ labels, ports = [], namespace = "shop" }: Made) => ({
  namespace,
  name: "web",
  entryLabels: sortedLabelSet(Object.entries(labels)),
  template: { address: "", ports, labels: [], network: "", locality: "", weight: null, serviceAccount: "" },
});
const WEB = group({ labels: { app: "web", version: "v1" }, ports: [["http", 8080]] });
const service = (selector: readonly (readonly [string, string])[], own = {}) => aKubernetesService({ selector, ...own });
const APP = [["app", "web"]] as const;

it.each([
  ["a Service whose selector matches their labels", service(APP), WEB, "answers", [8080]],
  ["a Service with a second selector label that they do not have", service([...APP, ["tier", "a"]]), WEB, "not-taken", []],
  ["a Service that selects the old label value of the group", service([["app", "store"]]), WEB, "not-taken", []],
  [
    "a Service that selects the canonical name from their bundle",
    service([["service.istio.io/canonical-name", "web"]]),
    group({ labels: {} }),
    "answers",
    [80],
  ],
  ["a Service of another namespace", service(APP), group({ labels: { app: "web" }, namespace: "media" }), "not-taken", []],
  ["a headless Service", service(APP, { isHeadless: true }), WEB, "not-taken", []],
  ["a Service whose targetPort names one of their ports", service(APP, { ports: [aServicePort({ name: "web", target: "http" })] }), WEB, "answers", [8080]],
  ["a Service whose targetPort names a port that they do not have", service(APP, { ports: [aServicePort({ target: "admin" })] }), WEB, "answers", [null]],
  ["a Service whose targetPort is a number", service(APP, { ports: [aServicePort({ name: "db", target: 5432 })] }), WEB, "answers", [5432]],
  [
    "a ServiceEntry that selects them",
    aServiceEntry({ selector: APP, ports: [anEntryPort({ name: "http" }), anEntryPort({ name: "db" })] }),
    WEB,
    "answers",
    [8080, 80],
  ],
  ["a ServiceEntry with resolution NONE, which sends no list", aServiceEntry({ selector: APP, resolution: "NONE" }), WEB, "not-taken", []],
] as const)("newMachinesSnapshot returns the selection and ports of a new group's machines for %s", (_selector, selector, made, is, ports) => {
  const stand = newMachineEndpointSnapshot(selector, made, aMesh());
  expect([stand.is, stand.ports.map(({ port }) => port)]).toEqual([is, ports]);
});

it.each([
  [[], false],
  [[{ code: "labels-differ", pairs: [] }], true],
  [[{ code: "no-selector" }], true],
  [[{ code: "labels-differ", pairs: [] }, { code: "headless" }], false],
] as const)("missesOnlyByLabels with the reasons %j is %s", (reasons, expected) => {
  expect(missesOnlyByLabels(reasons)).toBe(expected);
});
