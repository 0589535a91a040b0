// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { forgetPage } from "./page-memory";
import { recentPages, recordRecentPage } from "./recent-pages";

const hrefs = (viewer: string) => recentPages(viewer).map(({ href }) => href);

beforeEach(forgetPage);

describe("recent pages", () => {
  it("are the last eight of a viewer, the newest first and each once", () => {
    for (let index = 0; index < 10; index++) recordRecentPage("ann", `/c/eu/groups/shop/g${index}`, index);
    recordRecentPage("ann", "/c/eu/groups/shop/g5", 20);
    expect(hrefs("ann")).toEqual([5, 9, 8, 7, 6, 4, 3, 2].map((index) => `/c/eu/groups/shop/g${index}`));
    expect(hrefs("bob")).toEqual([]);
  });

  it("have objects and incidents, and no lists", () => {
    for (const path of ["/", "/groups", "/incidents", "/incidents/q7fd2k", "/c/eu/entries/shop/web-1", "/c/eu/groups/shop/web/bundle"])
      recordRecentPage("ann", path, 1);
    expect(hrefs("ann")).toEqual(["/c/eu/entries/shop/web-1", "/incidents/q7fd2k"]);
  });

  it("leave nothing in the storage of the browser", () => {
    recordRecentPage("ann", "/c/eu/groups/shop/web", 1);
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });

  it("are forgotten with everything else of the viewer", () => {
    recordRecentPage("ann", "/incidents/q7fd2k", 1);
    forgetPage();
    expect(hrefs("ann")).toEqual([]);
  });
});
