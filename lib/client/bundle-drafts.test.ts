// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { bundleTypedOf, saveBundle, storedBundle } from "./bundle-drafts";
import { forgetViewer } from "./forget";

const web = { cluster: "eu", namespace: "shop", name: "web" };
const typed = { clusterId: "mine", machines: [{ id: 1, name: "web-1", internalIp: "10.0.0.1", externalIp: "", labels: "", locality: "" }] };
const forget = () => forgetViewer(new QueryClient(), () => undefined);

afterEach(forget);

describe("what was typed for the files of a group", () => {
  it("is kept for its viewer and its group alone", () => {
    expect(saveBundle("ann", web, typed)).toBe("browser");
    expect(bundleTypedOf(storedBundle("ann", web))).toEqual(typed);
    expect(localStorage.length).toBe(1);
    expect(storedBundle("bob", web)).toBeNull();
    expect(storedBundle("ann", { ...web, cluster: "us" })).toBeNull();
  });

  it("is gone after the sign-out, and once nothing is typed any more", () => {
    saveBundle("ann", web, typed);
    forget();
    expect(storedBundle("ann", web)).toBeNull();
    saveBundle("ann", web, typed);
    saveBundle("ann", web, {});
    expect(storedBundle("ann", web)).toBeNull();
  });

  it("is not stored while it holds a private key, and stays until the page is left", () => {
    saveBundle("ann", web, typed);
    const rootCertificate = "-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n";
    expect(saveBundle("ann", web, { ...typed, rootCertificate })).toBe("page");
    expect(bundleTypedOf(storedBundle("ann", web)).rootCertificate).toBe(rootCertificate);
    expect(localStorage.length).toBe(0);
  });

  it("is nothing where somebody else wrote in its place", () => {
    expect([bundleTypedOf("{"), bundleTypedOf("null"), bundleTypedOf('{"machines":1}'), bundleTypedOf(null)]).toEqual([{}, {}, {}, {}]);
  });
});
