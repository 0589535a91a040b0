import { expect, it } from "vitest";
import { withDeletedGroups } from "./strip-rows";

const row = (id: string) => {
  const [cluster = "", namespace = "", name = ""] = id.split("/");
  const none = { counts: [], unvouched: 0, total: 1, notServing: 0, lost: 0, missing: 0, expected: null, expectedFrom: "unknown" } as const;
  return { id, cluster, namespace, name, ...none };
};
const deletion = (id: string) => ({ ...row(id), at: 5 });

const ROWS = ["eu/payments/card", "eu/payments/fraud", "eu/shop/cart", "us/shop/cart"].map(row);

it.each([
  ["after the groups of its namespace", ["eu/payments/old"], ["eu/payments/card", "eu/payments/fraud", "eu/payments/old", "eu/shop/cart", "us/shop/cart"]],
  [
    "in the order of namespaces, if it was the only group",
    ["eu/search/old"],
    ["eu/payments/card", "eu/payments/fraud", "eu/search/old", "eu/shop/cart", "us/shop/cart"],
  ],
  ["as the first namespace of its cluster", ["us/a/old"], ["eu/payments/card", "eu/payments/fraud", "eu/shop/cart", "us/a/old", "us/shop/cart"]],
  ["not again, if a row has it", ["eu/shop/cart"], ROWS.map(({ id }) => id)],
])("shows a deleted group %s", (_, deleted, ids) => {
  const rows = withDeletedGroups(ROWS, deleted.map(deletion));
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows.filter(({ deleted: one }) => one !== undefined).map(({ id }) => id)).toEqual(deleted.filter((id) => !ROWS.some((one) => one.id === id)));
});

it("returns the same array if there is no deletion, so that React does not render the ribbons again", () => {
  expect(withDeletedGroups(ROWS, [])).toBe(ROWS);
});
