import { expect, it } from "vitest";
import { formatFindingsOf, parseFindingsOf } from "./findings";

it("the query of one object's findings is read as it was written", () => {
  const asked = { of: "ServiceEntry", cluster: "prod eu", namespace: "shop", name: "a&b" } as const;
  expect(parseFindingsOf(formatFindingsOf(asked))).toEqual(asked);
});

it("of another kind there is no such page", () => {
  expect(parseFindingsOf("of=Secret&cluster=a&ns=b&name=c")).toBeNull();
});
