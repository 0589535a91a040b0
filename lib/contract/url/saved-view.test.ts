import { describe, expect, it } from "vitest";
import { parseViewAddress, parseViewName } from "./saved-view";

describe("the address of a view", () => {
  it.each(["/", "/oncall", "/oncall?ns=payments", "/entries?ns=shop&q=zone%3Aeu-1a", "/oncall?display=wall", "/groups?at=2026-11-24T03%3A12%3A24Z"])(
    "can be %s",
    (address) => {
      expect(parseViewAddress(address)).toBe(address);
    },
  );

  it.each([
    "https://evil.example/oncall",
    "//evil.example/oncall",
    "/\\evil.example/oncall",
    "\\\\evil.example\\oncall",
    "/\t/evil.example/oncall",
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/oncall/../api/sign-out",
    "/api/sign-out",
    "/sign-in?from=%2F%2Fevil.example",
    "/c/eu/groups/shop/checkout",
    "oncall",
    "",
    `/oncall?${"a".repeat(2_000)}`,
  ])("the address of a view cannot be %j", (address) => {
    expect(parseViewAddress(address)).toBeNull();
  });

  it("the address of a view loses the fragment", () => {
    expect(parseViewAddress("/oncall?ns=shop#<script>")).toBe("/oncall?ns=shop");
  });
});

it.each([
  ["Payments", "Payments"],
  ["  at night ", "at night"],
  ["", null],
  ["   ", null],
  ["x".repeat(61), null],
])("parseViewName returns for %j the name %j", (text, name) => {
  expect(parseViewName(text)).toBe(name);
});
