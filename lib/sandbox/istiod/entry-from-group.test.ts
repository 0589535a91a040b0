import { describe, expect, it } from "vitest";
import { entryFromGroup } from "./entry-from-group";
import type { KubeObject } from "./kube-api";
import { entryNameOf, type ProxyNode } from "./proxy";

const machine: ProxyNode = { name: "vm", namespace: "play", group: "web", address: "10.0.0.1" };
const groupWith = (spec: Record<string, unknown>): KubeObject => ({
  apiVersion: "networking.istio.io/v1",
  kind: "WorkloadGroup",
  metadata: { name: "web", namespace: "play", uid: "1" },
  spec,
});

describe("the name of an entry", () => {
  it.each([
    [{ address: "10.0.0.1" }, "web-10.0.0.1"],
    [{ address: "10.0.0.1", network: "vpc-2" }, "web-10.0.0.1-vpc-2"],
    [{ address: "fd00::1" }, "web-fd00--1"],
    [{ address: "10.0.0.1", group: "g".repeat(260) }, `${"g".repeat(244)}-10.0.0.1`],
    [{ address: "10.0.0.1", group: undefined, entry: "by-hand" }, "by-hand"],
  ])("of %o is %s", (more, name) => {
    expect(entryNameOf({ ...machine, ...more } as ProxyNode)).toBe(name);
  });
});

describe("what goes into an entry", () => {
  const template = { address: "1.2.3.4", locality: "a/b", network: "vpc-1", labels: { from: "template", app: "t" }, weight: 3 };
  const group = groupWith({ template, metadata: { labels: { from: "group", team: "g" }, annotations: { "istio.io/autoRegistrationGroup": "other" } } });

  it.each([
    ["the machine's address over the template's", {}, { address: "10.0.0.1" }],
    ["the template's locality where the machine sends none", {}, { locality: "a/b" }],
    ["the machine's locality over the template's", { locality: "x/y/z/w" }, { locality: "x/y/z/w" }],
    ["the text of a locality up to its first empty part", { locality: "x//z" }, { locality: "x" }],
    ["the template's network where the machine has none", {}, { network: "vpc-1" }],
    ["the machine's network over the template's", { network: "vpc-2" }, { network: "vpc-2" }],
    ["template < group < machine for labels", { labels: { from: "machine" } }, { labels: { from: "machine", app: "t", team: "g" } }],
    ["no locality label of the machine", { labels: { "istio-locality": "x" } }, { labels: { from: "group", app: "t", team: "g" } }],
  ])("%s", (_, more, expected) => {
    const entry = entryFromGroup(group, { ...machine, ...more });
    expect(entry.spec).toMatchObject(expected);
    expect(entry.metadata.labels).toEqual(entry.spec?.labels);
  });

  it("loses the template's locality to a machine that sends an empty one", () => {
    expect(entryFromGroup(group, { ...machine, locality: "" }).spec).not.toHaveProperty("locality");
  });

  it("lets the group's annotations overwrite the registration mark", () => {
    expect(entryFromGroup(group, machine).metadata.annotations).toEqual({ "istio.io/autoRegistrationGroup": "other" });
  });

  it("has the gate only where the machine's own configuration has a probe", () => {
    expect(entryFromGroup(group, { ...machine, probe: true }).metadata.annotations).toHaveProperty(["proxy.istio.io/health-checks-enabled"], "true");
  });
});
