import { expect, it } from "vitest";
import { labelSet } from "@/lib/domain/label-set";
import { aGroup } from "@/lib/testing/entries";
import { entryToCome } from "./entry-to-come";
import { addressKind } from "./ip-address";

it("has the labels of a bundle made now: those of the template win", () => {
  const { template } = aGroup();
  const group = aGroup({
    entryLabels: labelSet([
      ["app", "old"],
      ["team", "web"],
    ]),
    template: { ...template, labels: labelSet([["app", "new"]]), ports: [["http", 8080]], network: "vpc-2" },
  });
  const entry = entryToCome(group);
  const labels = [
    ["app", "new"],
    ["team", "web"],
  ];
  expect(entry).toMatchObject({ namespace: group.namespace, specLabels: labels, metadataLabels: labels, ports: [["http", 8080]], network: "vpc-2" });
  expect(addressKind(entry.address)).toBe("ip");
});
