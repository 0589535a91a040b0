import { expect, it } from "vitest";
import { aMachine, evidenceOf } from "@/lib/testing/finding-cases";
import { localityWithAGap } from "./locality-with-a-gap";

it.each([
  ["eu//hall-3", [{ written: "eu//hall-3", missing: "zone" }]],
  ["/a", [{ written: "/a", missing: "region" }]],
  ["//hall-3", [{ written: "//hall-3", missing: "region" }]],
  ["eu/a/", []],
  ["eu/", []],
  ["eu", []],
  ["", []],
])("of %j", (locality, evidence) => expect(evidenceOf(localityWithAGap, { entries: [aMachine("vm", { locality })] })).toEqual(evidence));
