import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { blankEntry, blankFields } from "./blank-entry";

it("an entry of which nothing can be read has its identity, the reason, and all other fields blank", () => {
  const entry = blankEntry(anEntry(), "spec is missing");
  const { cluster, namespace, name, uid } = anEntry();
  expect(entry).toMatchObject({ cluster, namespace, name, uid, unreadable: "spec is missing" });
  expect(entry).toMatchObject({ address: "", ports: [], health: null, owner: null, createdAt: null, resourceVersion: "" });
  expect(Object.keys(entry).sort()).toEqual(Object.keys(anEntry()).sort());
});

it("some fields are blank by what they hold", () => {
  expect(blankFields(["network", "gate", "weight", "specLabels"])).toEqual({ network: "", gate: null, weight: null, specLabels: [] });
});
