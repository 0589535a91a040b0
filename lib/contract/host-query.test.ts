import { describe, expect, it } from "vitest";
import { formatHostQuery, hostQueryOf, hostSearchOf, parseHostQuery } from "./host-query";

describe("the query of a host", () => {
  it.each([
    "cluster=eu&kind=Service&ns=shop&name=web",
    "cluster=eu&kind=ServiceEntry&ns=shop&name=web&host=a.example.com&from=web%2Feu%2Fa%2Fvpc-2&mode=ambient&q=vm-1&sort=-weight",
  ])("comes back as it was: %s", (query) => {
    const parsed = parseHostQuery(query);
    expect(parsed === null ? null : formatHostQuery(parsed)).toBe(query);
  });

  it("leaves out what is as usual or nothing", () => {
    const parsed = parseHostQuery("name=web&ns=shop&kind=Service&cluster=eu&mode=sidecar&sort=colour&from=%2F%2F&host=");
    expect(parsed === null ? null : formatHostQuery(parsed)).toBe("cluster=eu&kind=Service&ns=shop&name=web");
  });

  it.each(["", "cluster=eu&ns=shop&name=web", "cluster=eu&kind=Pod&ns=shop&name=web", "kind=Service&ns=shop&name=web"])(
    "names an object, else it is none: %s",
    (query) => {
      expect(parseHostQuery(query)).toBeNull();
    },
  );
});

describe("the address of a host's page", () => {
  const object = { cluster: "eu", kind: "Service", namespace: "shop", name: "web" } as const;

  it("keeps what others have in it", () => {
    const search = new URLSearchParams("window=7d&from=web%2F%2F&at=2026-11-21T03:12:24Z");
    const query = hostQueryOf(object, search);
    expect(query.from).toEqual({ namespace: "web", locality: "", network: "" });
    expect(hostSearchOf({ ...query, from: null, mode: "ambient" }, search).toString()).toBe("window=7d&at=2026-11-21T03%3A12%3A24Z&mode=ambient");
  });

  it("names the object by its path alone", () => {
    expect(hostQueryOf(object, new URLSearchParams("cluster=us&kind=Pod&name=other"))).toMatchObject(object);
  });
});
