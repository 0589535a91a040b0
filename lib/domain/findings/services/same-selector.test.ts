import { expect, it } from "vitest";
import { findingsOf } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { sameSelector } from "./same-selector";

const [one, two] = [aServiceEntry({ name: "one", hosts: ["one.test"] }), aServiceEntry({ name: "two", hosts: ["two.test"] })];

it.each([
  ["two hosts by the same labels and port", [two, one], [["ServiceEntry/shop/one", ["two.test"]]]],
  ["a Service and a ServiceEntry", [aKubernetesService(), two], [["Service/shop/a", ["two.test"]]]],
  ["other ports", [one, { ...two, ports: [anEntryPort({ number: 81 })] }], []],
  [
    "more labels",
    [
      one,
      {
        ...two,
        selector: [
          ["app", "a"],
          ["v", "1"],
        ] as const,
      },
    ],
    [],
  ],
  ["a headless Service beside another", [aKubernetesService({ name: "b", isHeadless: true }), aKubernetesService()], []],
  ["two objects of one host, which add up", [one, { ...two, hosts: ["one.test"] }], []],
  ["two namespaces", [one, { ...two, namespace: "other" }], []],
])("of %s", (_what, hosts, expected) => {
  expect(findingsOf(sameSelector, { hosts }).map(({ subject, detected }) => [subject, detected.evidence.others])).toEqual(expected);
});
