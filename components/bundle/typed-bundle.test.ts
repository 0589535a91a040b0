import { describe, expect, it } from "vitest";
import type { BundleDefaults } from "@/lib/contract/answers/bundle";
import { draftOf } from "./bundle-draft";
import { draftWith, typedOf } from "./typed-bundle";

const read = (value: string) => ({ state: "ok" as const, value, source: "ConfigMap istio-system/istio", problem: "" });
const START: BundleDefaults = {
  ...{ account: "web-vm", revision: "", revisionSource: "", revisions: [""], revisionProblem: "", hasProbe: true, unreadable: "", rails: { kind: "none" } },
  ...{
    clusterId: read("Kubernetes"),
    trustDomain: read("td"),
    meshId: read("m"),
    gateway: read("gw.example.net"),
    rootCertificate: read("PEM"),
    certificateNames: { names: [], source: "" },
    version: read(""),
  },
};
const begun = draftOf(START, "web");
const back = (draft: typeof begun, start = START) => draftWith(start, "web", JSON.parse(JSON.stringify(typedOf(draft, start, "web", undefined))));

describe("what was typed into the form", () => {
  it("is nothing while all is as it was read", () => {
    expect(typedOf(begun, START, "web", undefined)).toEqual({});
    expect(draftWith(START, "web", {})).toEqual(begun);
  });

  it.each<[string, Partial<typeof begun>]>([
    ["a value of the mesh", { clusterId: "mine" }],
    ["a value that was emptied", { trustDomain: "" }],
    ["the gateway's address", { gateway: { ...begun.gateway, address: "203.0.113.10" } }],
    ["how its name is used", { gateway: { ...begun.gateway, way: "custom-host" } }],
    ["a certificate", { rootCertificate: "-----BEGIN CERTIFICATE-----" }],
    ["a list that is not taken yet", { list: "web-1 10.0.0.1" }],
    ["machines", { machines: [{ id: 4, name: "a", internalIp: "10.0.0.1", externalIp: "", labels: "", locality: "" }] }],
    ["switches", { captureDns: false, autoRegister: false }],
    ["the life of the token", { minutes: 10 }],
    ["another revision", { revision: "canary" }],
  ])("comes back as it was: %s", (_, change) => {
    expect(back({ ...begun, ...change })).toEqual({ ...begun, ...change });
  });

  it("holds nothing that was only read, so that what is read anew shows", () => {
    const typed = typedOf({ ...begun, clusterId: "mine" }, START, "web", undefined);
    expect(typed).toEqual({ clusterId: "mine" });
    expect(draftWith({ ...START, trustDomain: read("td-2") }, "web", typed)).toMatchObject({ clusterId: "mine", trustDomain: "td-2" });
  });

  it("keeps which revision was read", () => {
    expect(typedOf(begun, START, "web", "canary")).toEqual({ readFor: "canary" });
  });

  it("is not taken where it is a life of the token that the rules do not allow", () => {
    const rails = { maxTokenSeconds: 1_800 };
    const start = { ...START, rails: { kind: "known", rails } } as unknown as BundleDefaults;
    expect(draftWith(start, "web", { minutes: 60 }).minutes).toBe(30);
    expect(draftWith(start, "web", { minutes: 10 }).minutes).toBe(10);
  });
});
