import { describe, expect, it } from "vitest";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { type AllowedWrite, createAllowList, NotAllowed, WRITE_METHODS, type WriteVerb } from "./allow-list";

const group = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout";
const groups = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups";
const review = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

const patchOfGroup: AllowedWrite = { verb: "patch", resource: RESOURCES.workloadgroups, subresource: "" };
const none = createAllowList([]);
const patching = createAllowList([patchOfGroup]);

describe("what leaves the process without any declared write", () => {
  it.each([
    ["GET", group],
    ["GET", `${groups}?watch=true&resourceVersion=7`],
    ["GET", "/api/v1/namespaces/shop/pods/exec"],
    ["POST", review],
  ])("%s %s", (method, path) => {
    expect(() => none.assertAllowed(method, path)).not.toThrow();
  });

  it.each([
    ...["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "get", ""].map((method) => [method, group]),
    ["POST", groups],
    ["POST", `${review}?dryRun=All`],
    ["POST", `${review}/x`],
    ["GET", "/api/v1/namespaces/shop/pods/cart-1/exec?command=rm"],
    ["GET", "/api/v1/namespaces/shop/pods/cart-1/%65xec?command=rm"],
    ["GET", "/api/v1/namespaces/shop/pods/cart-1/attach"],
    ["GET", "/api/v1/namespaces/shop/pods/cart-1/portforward"],
    ["GET", "/api/v1/namespaces/shop/services/cart/proxy/admin"],
    ["GET", "/api/v1/nodes/n1/proxy/run"],
  ])("never %s %s", (method, path) => {
    expect(() => none.assertAllowed(method, path)).toThrow(NotAllowed);
  });
});

describe("a declared write", () => {
  it.each([
    group,
    `${group}?fieldManager=stolos`,
    `${group}?fieldManager=stolos&dryRun=All`,
    `${group}?fieldManager=stolos&dryRun=All&fieldValidation=Strict`,
    group.replace("/v1/", "/v1beta1/"),
    group.replace("/v1/", "/v1alpha3/"),
    group.replace("checkout", "checkout-10.0.0.1"),
  ])("is let through as PATCH %s", (path) => {
    expect(() => patching.assertAllowed("PATCH", path)).not.toThrow();
  });

  it.each([
    ["another method", "PUT", group],
    ["a method in small letters", "patch", group],
    ["another kind", "PATCH", group.replace("workloadgroups", "workloadentries")],
    ["a kind that begins alike", "PATCH", group.replace("workloadgroups", "workloadgroupsx")],
    ["another group", "PATCH", group.replace("networking.istio.io", "security.istio.io")],
    ["a group that a dot would match", "PATCH", group.replace("networking.istio.io", "networkingxistio.io")],
    ["another version", "PATCH", group.replace("/v1/", "/v2/")],
    ["a subresource", "PATCH", `${group}/status`],
    ["the collection", "PATCH", groups],
    ["all namespaces", "PATCH", "/apis/networking.istio.io/v1/workloadgroups/checkout"],
    ["another root", "PATCH", `/k8s/clusters/c-1${group}`],
    ["another server", "PATCH", `https://elsewhere.example.com${group}`],
    ["two slashes", "PATCH", `/${group}`],
    ["a slash at the end", "PATCH", `${group}/`],
    ["a step up", "PATCH", group.replace("checkout", "../secrets/key")],
    ["a step up that is encoded", "PATCH", group.replace("checkout", "%2e%2e%2fsecrets")],
    ["a name of dots", "PATCH", group.replace("checkout", "..")],
    ["dots within a name", "PATCH", group.replace("checkout", "a..b")],
    ["a slash that is encoded", "PATCH", group.replace("checkout", "a%2fstatus")],
    ["capitals", "PATCH", group.replace("checkout", "Checkout")],
    ["a namespace with dots", "PATCH", group.replace("shop", "shop.prod")],
    ["an empty name", "PATCH", `${groups}/`],
    ["a fragment", "PATCH", `${group}#/status`],
    ["a semicolon", "PATCH", `${group};v=1`],
    ["a backslash", "PATCH", group.replace("checkout", "a\\b")],
    ["a line break", "PATCH", `${group}\n`],
    ["a second request in the line", "PATCH", `${group} HTTP/1.1\r\nHost: x`],
    ["a name that is too long", "PATCH", `${groups}/${"x".repeat(254)}`],
    ["force", "PATCH", `${group}?fieldManager=stolos&force=true`],
    ["another field manager", "PATCH", `${group}?fieldManager=istiod`],
    ["a dry run that is none", "PATCH", `${group}?dryRun=`],
    ["the same twice", "PATCH", `${group}?dryRun=All&dryRun=All`],
    ["a second question mark", "PATCH", `${group}?dryRun=All?x`],
    ["an empty query", "PATCH", `${group}?`],
  ])("does not let %s through", (_what, method, path) => {
    expect(() => patching.assertAllowed(method, path)).toThrow(NotAllowed);
  });

  const objectOf = { create: groups, update: group, patch: group, delete: group };
  it.each(Object.keys(WRITE_METHODS) as WriteVerb[])("to %s lets that through and nothing of another verb", (verb) => {
    const list = createAllowList([{ ...patchOfGroup, verb }]);
    for (const other of Object.keys(WRITE_METHODS) as WriteVerb[]) {
      const send = () => list.assertAllowed(WRITE_METHODS[other], objectOf[other]);
      if (other === verb) expect(send).not.toThrow();
      else expect(send).toThrow(NotAllowed);
    }
  });

  it("on a subresource does not open the object, nor the object its subresources", () => {
    const accounts = { kind: "serviceaccounts", group: "", versions: ["v1"], namespaced: true };
    const tokens = createAllowList([{ verb: "create", resource: accounts, subresource: "token" }]);
    const account = "/api/v1/namespaces/shop/serviceaccounts/vm";
    expect(() => tokens.assertAllowed("POST", `${account}/token`)).not.toThrow();
    for (const path of [account, "/api/v1/namespaces/shop/serviceaccounts", `${account}/status`, `${account}/token/x`]) {
      expect(() => tokens.assertAllowed("POST", path)).toThrow(NotAllowed);
    }
  });
});
