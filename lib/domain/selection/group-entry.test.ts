import { expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { aGroup } from "@/lib/testing/entries";
import { aKubernetesService, aMesh } from "@/lib/testing/selection";
import { entryOfNewMachine, templateEntry } from "./group-entry";
import { addressKind } from "./ip-address";
import { reasonsAgainst } from "./matching";
import { areAllStateReasons } from "./reasons";

it("entryOfNewMachine has the labels of a bundle made now, in which a label of the template overrides one of spec.metadata", () => {
  const { template } = aGroup();
  const group = aGroup({
    entryLabels: sortedLabelSet([
      ["app", "old"],
      ["team", "web"],
    ]),
    template: { ...template, labels: sortedLabelSet([["app", "new"]]), ports: [["http", 8080]], network: "vpc-2" },
  });
  const entry = entryOfNewMachine(group);
  const labels = [
    ["app", "new"],
    ["team", "web"],
  ];
  expect(entry).toMatchObject({ namespace: group.namespace, specLabels: labels, metadataLabels: labels, ports: [["http", 8080]], network: "vpc-2" });
  expect(addressKind(entry.address)).toBe("ip");
});

it.each([
  ["selects them by a label of the template", { app: "pay" }, {}, "pay", true],
  [
    "selects them by a label of the entries' metadata, which has precedence over the template's (docs/istio.md#label-order)",
    { app: "pay" },
    { app: "billing" },
    "billing",
    true,
  ],
  ["does not select them by a template's label that the metadata overrides", { app: "pay" }, { app: "billing" }, "pay", false],
  ["does not select them by a label that the group does not have", { tier: "web" }, {}, "pay", false],
])("a Service for the future machines of a group %s", (_what, template, metadata, wanted, taken) => {
  const pairs = (labels: object) => sortedLabelSet(Object.entries(labels) as [string, string][]);
  const group = aGroup({ namespace: "shop", entryLabels: pairs(metadata) });
  const entry = templateEntry({ ...group, template: { ...group.template, labels: pairs(template) } });
  const service = aKubernetesService({ namespace: "shop", selector: pairs({ app: wanted }) });
  expect(areAllStateReasons(reasonsAgainst(service, { kind: "entry", entry }, aMesh()))).toBe(taken);
});
