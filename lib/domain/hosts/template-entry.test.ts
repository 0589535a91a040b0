import { expect, it } from "vitest";
import { labelSet } from "@/lib/domain/label-set";
import { isMatched } from "@/lib/domain/selection/reasons";
import { reasonsAgainst } from "@/lib/domain/selection/selected-by";
import { aGroup } from "@/lib/testing/entries";
import { aKubernetesService, aMesh } from "@/lib/testing/selection";
import { templateEntry } from "./template-entry";

it.each([
  ["a label of the template", { app: "pay" }, {}, "pay", true],
  ["a label of the entries' metadata, which wins over the template's (docs/istio.md#label-order)", { app: "pay" }, { app: "billing" }, "billing", true],
  ["the label that was hidden by it", { app: "pay" }, { app: "billing" }, "pay", false],
  ["no such label", { tier: "web" }, {}, "pay", false],
])("a group's machines to come are selected by %s", (_what, template, metadata, wanted, taken) => {
  const pairs = (labels: object) => labelSet(Object.entries(labels) as [string, string][]);
  const group = aGroup({ namespace: "shop", entryLabels: pairs(metadata) });
  const entry = templateEntry({ ...group, template: { ...group.template, labels: pairs(template) } });
  const service = aKubernetesService({ namespace: "shop", selector: pairs({ app: wanted }) });
  expect(isMatched(reasonsAgainst(service, { kind: "entry", entry }, aMesh()))).toBe(taken);
});
