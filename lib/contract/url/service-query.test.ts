import { describe, expect, it } from "vitest";
import { formatServiceQuery, parseServiceQuery, servicePageSearchParams, serviceQueryFromParams } from "./service-query";

describe("the query of a service", () => {
  it.each([
    "cluster=eu&kind=Service&ns=shop&name=web",
    "cluster=eu&kind=ServiceEntry&ns=shop&name=web&host=a.example.com&from=web%2Feu%2Fa%2Fvpc-2&mode=ambient&q=vm-1&sort=-weight",
    "cluster=eu&kind=Service&ns=shop&name=web&from=web%2F%2F&caller=outside",
    "cluster=eu&kind=Service&ns=shop&name=web&caller=gateway&pinned=istio-system%2Feu%2Fa%2Fvpc-2&pinnedNode=n1",
  ])("the query of a service is the same after parsing and formatting: %s", (query) => {
    const parsed = parseServiceQuery(query);
    expect(parsed === null ? null : formatServiceQuery(parsed)).toBe(query);
  });

  it("the query of a service has no default, invalid or empty values when it is formatted", () => {
    const parsed = parseServiceQuery("name=web&ns=shop&kind=Service&cluster=eu&mode=sidecar&sort=colour&from=%2F%2F&host=&caller=ztunnel&pinned=");
    expect(parsed === null ? null : formatServiceQuery(parsed)).toBe("cluster=eu&kind=Service&ns=shop&name=web");
  });

  it("the query of a service has no pinned caller if the user chose a caller", () => {
    const parsed = parseServiceQuery("cluster=eu&kind=Service&ns=shop&name=web&from=web%2F%2F&pinned=shop%2F%2F");
    expect([parsed?.from?.namespace, parsed?.pinned]).toEqual(["web", null]);
  });

  it.each(["", "cluster=eu&ns=shop&name=web", "cluster=eu&kind=Pod&ns=shop&name=web", "kind=Service&ns=shop&name=web"])(
    "is null if it does not name an object: %j",
    (query) => {
      expect(parseServiceQuery(query)).toBeNull();
    },
  );
});

describe("the address of a service's page", () => {
  const object = { cluster: "eu", kind: "Service", namespace: "shop", name: "web" } as const;

  it("the address of a service's page keeps keys that the query does not have", () => {
    const search = new URLSearchParams("window=7d&from=web%2F%2F&at=2026-11-21T03:12:24Z");
    const query = serviceQueryFromParams(object, search);
    expect(query.from).toEqual({ namespace: "web", locality: "", network: "" });
    expect(servicePageSearchParams({ ...query, from: null, mode: "ambient" }, search).toString()).toBe("window=7d&at=2026-11-21T03%3A12%3A24Z&mode=ambient");
  });

  it("the address of a service's page contains the kind of the caller and no pinned caller", () => {
    const query = serviceQueryFromParams(object, new URLSearchParams("caller=gateway&pinned=web%2F%2F"));
    expect([query.caller, query.pinned]).toEqual(["gateway", null]);
    const pinned = { namespace: "web", locality: "", network: "", node: "" };
    expect(servicePageSearchParams({ ...query, pinned }, new URLSearchParams("caller=outside")).toString()).toBe("caller=gateway");
  });

  it("the address of a service's page ignores keys that would name another object than its path", () => {
    expect(serviceQueryFromParams(object, new URLSearchParams("cluster=us&kind=Pod&name=other"))).toMatchObject(object);
  });
});
