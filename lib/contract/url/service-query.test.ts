import { describe, expect, it } from "vitest";
import { formatHostQuery, hostQueryOf, hostSearchOf, parseHostQuery } from "./service-query";

describe("the query of a host", () => {
  it.each([
    "cluster=eu&kind=Service&ns=shop&name=web",
    "cluster=eu&kind=ServiceEntry&ns=shop&name=web&host=a.example.com&from=web%2Feu%2Fa%2Fvpc-2&mode=ambient&q=vm-1&sort=-weight",
    "cluster=eu&kind=Service&ns=shop&name=web&from=web%2F%2F&caller=outside",
    "cluster=eu&kind=Service&ns=shop&name=web&caller=gateway&pinned=istio-system%2Feu%2Fa%2Fvpc-2&pinnedNode=n1",
  ])("comes back as it was: %s", (query) => {
    const parsed = parseHostQuery(query);
    expect(parsed === null ? null : formatHostQuery(parsed)).toBe(query);
  });

  it("leaves out what is as usual or nothing", () => {
    const parsed = parseHostQuery("name=web&ns=shop&kind=Service&cluster=eu&mode=sidecar&sort=colour&from=%2F%2F&host=&caller=ztunnel&pinned=");
    expect(parsed === null ? null : formatHostQuery(parsed)).toBe("cluster=eu&kind=Service&ns=shop&name=web");
  });

  it("has no pinned caller beside one that the user chose", () => {
    const parsed = parseHostQuery("cluster=eu&kind=Service&ns=shop&name=web&from=web%2F%2F&pinned=shop%2F%2F");
    expect([parsed?.from?.namespace, parsed?.pinned]).toEqual(["web", null]);
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

  it("keeps the kind of the caller and no pinned caller", () => {
    const query = hostQueryOf(object, new URLSearchParams("caller=gateway&pinned=web%2F%2F"));
    expect([query.caller, query.pinned]).toEqual(["gateway", null]);
    const pinned = { namespace: "web", locality: "", network: "", node: "" };
    expect(hostSearchOf({ ...query, pinned }, new URLSearchParams("caller=outside")).toString()).toBe("caller=gateway");
  });

  it("names the object by its path alone", () => {
    expect(hostQueryOf(object, new URLSearchParams("cluster=us&kind=Pod&name=other"))).toMatchObject(object);
  });
});
