import { expect, it } from "vitest";
import { objectPath } from "./object-path";

it.each([
  ["WorkloadEntry", "/c/prod/entries/shop/a"],
  ["WorkloadGroup", "/c/prod/groups/shop/a"],
  ["Service", "/c/prod/services/shop/a"],
  ["ServiceEntry", "/c/prod/serviceentries/shop/a"],
  ["Pod", null],
  ["Network", null],
])("a %s has the page %s", (kind, path) => {
  expect(objectPath("prod", { kind, namespace: "shop", name: "a" })).toBe(path);
});
