import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { isGroupOwner, ownerPatch } from "./shared-owner";

const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "checkout", uid: "9a01" };

it.each([
  { of: "a group", owner, is: true },
  { of: "a group by an older version of the API", owner: { ...owner, apiVersion: "networking.istio.io/v1alpha3" }, is: true },
  { of: "a group of somebody else's", owner: { ...owner, apiVersion: "example.com/v1" }, is: false },
  { of: "a Deployment", owner: { ...owner, kind: "Deployment" }, is: false },
  { of: "nobody", owner: null, is: false },
])("an entry of $of has a group as its owner: $is", ({ owner: one, is }) => {
  expect(isGroupOwner(one)).toBe(is);
});

it("is written as istiod writes it", () => {
  expect(ownerPatch(anEntry({ name: "a" }), { name: "checkout", uid: "9a02" })).toMatchObject({
    ...{ kind: "WorkloadEntry", name: "a" },
    body: { metadata: { ownerReferences: [{ ...owner, uid: "9a02", controller: true }] } },
  });
});
