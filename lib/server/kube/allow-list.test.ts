import { describe, expect, it } from "vitest";
import { assertAllowed, NotAllowed } from "./allow-list";

const group = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout";
const review = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

describe("what leaves the process", () => {
  it.each([
    ["read-only", "GET", group],
    ["read-only", "POST", review],
    ["read-write", "GET", group],
    ["read-write", "POST", review],
    ["read-write", "PATCH", `${group}?fieldManager=stolos&dryRun=All`],
  ] as const)("in %s mode: %s %s", (mode, method, path) => {
    expect(() => assertAllowed(mode, method, path)).not.toThrow();
  });

  it.each([
    ["read-only", "PATCH", group],
    ["read-only", "DELETE", group],
    ["read-write", "DELETE", group],
    ["read-write", "PUT", group],
    ["read-write", "POST", "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups"],
    ["read-write", "PATCH", "/apis/networking.istio.io/v1/namespaces/shop/workloadentries/checkout-1"],
    ["read-write", "PATCH", `${group}/status`],
    ["read-write", "PATCH", "/api/v1/namespaces/shop/secrets/checkout"],
    ["read-write", "PATCH", "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/../secrets"],
  ] as const)("in %s mode never: %s %s", (mode, method, path) => {
    expect(() => assertAllowed(mode, method, path)).toThrow(NotAllowed);
  });
});
