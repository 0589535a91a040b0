import { expect, it } from "vitest";
import { formatPreviewStartObject, parsePreviewStartObject } from "./preview";

it.each([
  ["eu/services/shop/checkout", { cluster: "eu", resource: "services", namespace: "shop", name: "checkout" }],
  ["arn:aws/eu/workloadgroups/shop/vm.1", { cluster: "arn:aws/eu", resource: "workloadgroups", namespace: "shop", name: "vm.1" }],
] as const)("previewFromOf reads an object from `from=%s` and formats it the same way", (spelled, from) => {
  expect(parsePreviewStartObject(spelled)).toEqual(from);
  expect(formatPreviewStartObject(from)).toBe(spelled);
});

it.each(["", "services/shop/a", "eu/secrets/shop/a", "eu/services//a", "eu/services/shop/", "eu/__proto__/shop/a"])(
  "returns null when `from=` is %j",
  (spelled) => {
    expect(parsePreviewStartObject(spelled)).toBeNull();
  },
);
