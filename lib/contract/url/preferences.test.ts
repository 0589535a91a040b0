import { expect, it } from "vitest";
import { effectiveTheme, usesOnCallLayout } from "./preferences";

it.each([
  ["system", true, "dark"],
  ["light", true, "light"],
  ["dark", true, "dark"],
  ["system", false, "system"],
] as const)("with the theme %s and on call = %s, a page is %s", (theme, onCall, shown) => {
  expect(effectiveTheme({ theme }, onCall)).toBe(shown);
});

const GROUP = "/c/prod-eu/groups/shop/web";

it.each([
  ["/oncall", "", false, true],
  ["/oncall", "display=wall", false, true],
  ["/incidents/q7fd", "", true, true],
  ["/incidents/q7fd", "", false, false],
  ["/incidents", "", true, false],
  ["/", "", true, false],
  ["/oncall/x", "", true, false],
  [GROUP, "", false, false],
  [GROUP, "", true, true],
  ["/c/prod-eu/entries/shop/web-1", "uid=u", true, true],
  [GROUP, "at=1764119640", false, true],
  [GROUP, "window=1h&at=1764119640000", false, true],
  [GROUP, "at=2026-11-21T03:12:24Z", false, false],
  ["/entries", "at=1764119640", true, false],
] as const)("the page %s with the query %j, after a page with on call = %s, has on call = %s", (pathname, search, before, is) => {
  expect(usesOnCallLayout(pathname, search, before)).toBe(is);
});
