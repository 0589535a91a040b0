import { expect, it } from "vitest";
import { isWall, wallPath } from "./wall";

it.each(["", "cluster=eu&ns=shop"])("the wall display of %j is asked for by its address", (search) => {
  const url = new URL(wallPath(search), "https://stolos.example");
  expect(isWall(url.pathname, url.searchParams)).toBe(true);
  expect(url.search.slice(1)).toBe(search === "" ? "display=wall" : `${search}&display=wall`);
});

it.each(["/?display=wall", "/groups?display=wall", "/oncall", "/oncall?display=desk"])("%s is none", (address) => {
  const url = new URL(address, "https://stolos.example");
  expect(isWall(url.pathname, url.searchParams)).toBe(false);
});
