import { describe, expect, it } from "vitest";
import {
  apiPaths,
  decodeSegment,
  encodeSegment,
  findingObjectPath,
  isDecodable,
  isWallDisplay,
  pagePaths,
  parseServiceResource,
  SERVICE_KIND_BY_RESOURCE,
  wallDisplayPath,
} from "./paths";

const HALF_PAIR = "a\ud800b";

describe("an address", () => {
  it.each([
    ["the first half of a surrogate pair", HALF_PAIR],
    ["the second half of a surrogate pair", "\udc00"],
    ["a percent sign", "100%"],
    ["a broken escape", "%ED%A0%80"],
    ["slashes and blanks", "prod eu/x?y#z&a=b"],
    ["a NUL", "a\0b"],
    ["a right-to-left override", "\u202e"],
    ["no character", ""],
  ])("an address is valid for a name with %s", (_what, name) => {
    for (const path of [
      ...[pagePaths.group(name, name, name), pagePaths.entry(name, name, name, name), apiPaths.search(name), apiPaths.cell(name, 0)],
      ...[pagePaths.host(name, "Service", name, name), pagePaths.host(name, "ServiceEntry", name, name, name)],
      ...[
        apiPaths.object(name, "workloadgroups", name, name),
        apiPaths.events(name, "workloadentries", name, name),
        apiPaths.command("set-expected-size", { cluster: name, namespace: name, name }),
      ],
    ]) {
      expect(path).toMatch(/^[\x21-\x7e]+$/);
      expect(() => decodeURIComponent(path)).not.toThrow();
    }
  });

  it("an address gives the same name after decoding, and U+FFFD for half a surrogate pair", () => {
    for (const name of ["a/b c", "100%", "\u202e", "😀"]) expect(decodeSegment(encodeSegment(name))).toBe(name);
    expect(decodeSegment(encodeSegment(HALF_PAIR))).toBe("a\ufffdb");
    expect(decodeSegment("%ED%A0%80")).toBe("%ED%A0%80");
  });

  it("of a service names its object, and one host name of several", () => {
    expect(pagePaths.host("eu", "Service", "shop", "web")).toBe("/c/eu/services/shop/web");
    expect(pagePaths.host("eu", "ServiceEntry", "shop", "web")).toBe("/c/eu/serviceentries/shop/web");
    for (const plural of ["services", "serviceentries"] as const) {
      expect(parseServiceResource(plural)).toBe(plural);
      expect(pagePaths.host("eu", SERVICE_KIND_BY_RESOURCE[plural], "shop", "web")).toBe(`/c/eu/${plural}/shop/web`);
    }
    expect(parseServiceResource("pods")).toBeNull();
    expect(pagePaths.host("eu", "ServiceEntry", "shop", "web", "*.example.com")).toBe("/c/eu/serviceentries/shop/web?host=*.example.com");
    expect([pagePaths.services(), pagePaths.services("q=soap"), pagePaths.preview("kind=Service")]).toEqual([
      "/services",
      "/services?q=soap",
      "/services/preview?kind=Service",
    ]);
  });

  it.each([
    ["/c/eu/groups/a%20b", true],
    ["/%", false],
    ["/%ED%A0%80", false],
    ["/%zz", false],
  ])("like %s is decodable: %s", (path, is) => {
    expect(isDecodable(path)).toBe(is);
  });
});

it.each(["", "cluster=eu&ns=shop"])("wallDisplayPath returns the address of a wall display for the query %j", (search) => {
  const url = new URL(wallDisplayPath(search), "https://stolos.example");
  expect(isWallDisplay(url.pathname, url.searchParams)).toBe(true);
  expect(url.search.slice(1)).toBe(search === "" ? "display=wall" : `${search}&display=wall`);
});

it.each(["/?display=wall", "/groups?display=wall", "/oncall", "/oncall?display=desk"])("isWallDisplay returns false for %s", (address) => {
  const url = new URL(address, "https://stolos.example");
  expect(isWallDisplay(url.pathname, url.searchParams)).toBe(false);
});

it.each([
  ["WorkloadEntry", "/c/prod/entries/shop/a"],
  ["WorkloadGroup", "/c/prod/groups/shop/a"],
  ["Service", "/c/prod/services/shop/a"],
  ["ServiceEntry", "/c/prod/serviceentries/shop/a"],
  ["Pod", null],
  ["Network", null],
])("an object of the kind %s has the page %s", (kind, path) => {
  expect(findingObjectPath("prod", { kind, namespace: "shop", name: "a" })).toBe(path);
});
