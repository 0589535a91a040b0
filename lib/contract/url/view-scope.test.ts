import { describe, expect, it } from "vitest";
import { scopeOfViewAddress } from "./view-scope";

const NOTHING = { clusters: [], namespaces: [], namesMore: false };

describe("the clusters and namespaces that the address of a view names", () => {
  it.each([
    ["/oncall?ns=payments", { namespaces: ["payments"] }],
    ["/oncall?n%73=pay%6Dents&ns=", { namespaces: ["payments"] }],
    ["/oncall?ns=a,b", { namespaces: ["a", "b"] }],
    ["/oncall?cluster=eu&cluster=us&ns=a&ns=b", { clusters: ["eu", "us"], namespaces: ["a", "b"] }],
    ["/entries?q=namespace:payments,shop", { namespaces: ["payments", "shop"] }],
    ["/entries?q=state:unhealthy+-ns:%22payments%22+cluster:eu", { clusters: ["eu"], namespaces: ["payments"] }],
    ["/entries?q=group:payments/ledger", { namespaces: ["payments"] }],
    ["/groups?q=wg:ledger", { namesMore: true }],
    ["/services?q=caller:payments", { namespaces: ["payments"] }],
    ["/findings?q=ns:payments+level:error", { namespaces: ["payments"] }],
    ["/findings?q=object:ledger", { namesMore: true }],
    ["/localities?q=namespace:payments", { namesMore: true }],
    ["/localities?lost=network:net-payments", { namesMore: true }],
    ["/localities?lost=set:group:payments/ledger", { namespaces: ["payments"] }],
    ["/networks?of=eu", { clusters: ["eu"] }],
    ["/networks?from=net-payments", { namesMore: true }],
    ["/activity?group=payments/ledger", { namespaces: ["payments"] }],
    ["/entries?q=ledger", { namesMore: true }],
    ["/entries?q=app=ledger", { namesMore: true }],
    ["/entries?q=zone:eu-a", { namesMore: true }],
    ["/entries?payments", { namesMore: true }],
    ["/entries?q=state:unhealthy+age%3E5d+group:none&sort=-age&at=2026-01-01T00:00:00Z", {}],
    ["/oncall?display=wall", {}],
    ["/c/eu/services/shop/web?caller=gateway", {}],
    ["/groups", {}],
    ["/groups?q=trouble:old", {}],
  ])("the clusters and namespaces that the address of a view names are read from %s", (address, named) => {
    expect(scopeOfViewAddress(address)).toEqual({ ...NOTHING, ...named });
  });
});
