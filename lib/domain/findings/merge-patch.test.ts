import { expect, it } from "vitest";
import { markPatch, mergePatch } from "./merge-patch";

const object = { namespace: "shop", name: "a" };

it("names the object and what is merged into it", () => {
  expect(mergePatch("WorkloadGroup", object, { spec: { probe: null } })).toEqual({
    ...{ kind: "WorkloadGroup", namespace: "shop", name: "a", type: "merge" },
    body: { spec: { probe: null } },
  });
});

it.each([
  ["labels", "app", "b"],
  ["annotations", "note", null],
] as const)("sets one of the %s, or takes it away", (marks, key, value) => {
  expect(markPatch("WorkloadEntry", object, { marks, key, value })).toMatchObject({ body: { metadata: { [marks]: { [key]: value } } } });
});
