import { describe, expect, it } from "vitest";
import { exampleEntryName, groupAdvice, makesInvalidEntryNames, mayBeTruncated } from "./group-advice";

describe("the name of a machine's entry", () => {
  it("is the group, the address and the network that the machine names", () => {
    expect(exampleEntryName("web", "vpc-2")).toBe("web-10.20.1.14-vpc-2");
    expect(exampleEntryName("web", "")).toBe("web-10.20.1.14");
  });

  it("loses its front beyond 253 letters", () => {
    const name = exampleEntryName(`front-${"x".repeat(240)}`, "vpc-2");
    expect(name).toHaveLength(253);
    expect(name).not.toContain("front");
    expect(mayBeTruncated("x".repeat(231), "vpc-2")).toBe(false);
    expect(mayBeTruncated("x".repeat(232), "vpc-2")).toBe(true);
  });

  it.each([
    ["", false],
    ["vpc-2", false],
    ["net.eu", false],
    ["VPC", true],
    ["my_net", true],
    ["net-", true],
    ["fd00::", true],
  ])("of a machine in network %j cannot be made: %s", (network, spoils) => {
    expect(makesInvalidEntryNames(network)).toBe(spoils);
  });
});

const group = (change: Readonly<Record<string, unknown>> = {}, name = "web", metadata: object = {}) => ({
  metadata: { name, namespace: "shop", ...metadata },
  spec: { template: { serviceAccount: "web-vm" }, ...change },
});
const long = "x".repeat(64);
const account = { serviceAccount: "web-vm" };

describe("advice on a group that the API server takes", () => {
  it.each<[string, object, readonly string[]]>([
    ["a plain one has none", group(), []],
    ["a long name without a label that names the application", group({}, long), ["name-as-label"]],
    ["a long name with one", group({ metadata: { labels: { app: "web" } } }, long), []],
    ["a long name with one in the template", group({ template: { ...account, labels: { app: "web" } } }, long), []],
    ["a name whose front may be lost", group({ metadata: { labels: { app: "web" } } }, "x".repeat(250)), ["front-lost"]],
    ["another namespace", group({}, "web", { namespace: "other" }), ["other-namespace"]],
    ["a network that no name may hold", group({ template: { ...account, network: "VPC_1" } }), ["network-name"]],
    ["a label value over 63 letters", group({ metadata: { labels: { tier: long } } }), ["machine-label-value"]],
    ["one of 63", group({ metadata: { labels: { tier: "x".repeat(63) } } }), []],
    ["a locality with slashes as a label", group({ metadata: { labels: { "topology.istio.io/locality": "eu/a" } } }), ["machine-label-value"]],
    ["an illegal key in the template", group({ template: { ...account, labels: { "a b": "c" } } }), ["machine-label-key"]],
    ["no account", group({ template: {} }), ["no-account"]],
    ["an address", group({ template: { ...account, address: "fd00::1" } }), ["address-overwritten"]],
    ["zeros", group({ probe: { periodSeconds: 0, failureThreshold: 0, initialDelaySeconds: 0 } }), ["zero-is-default", "zero-is-default"]],
    ["an HTTPS probe", group({ probe: { httpGet: { port: 1, scheme: "HTTPS" } } }), ["https-certificate"]],
    ["a size that is none", group({}, "web", { annotations: { "stolos.dev/expected-size": "many" } }), ["size-no-number"]],
    ["a range of sizes", group({}, "web", { annotations: { "stolos.dev/expected-size": "10-60" } }), []],
    ["a range that ends before it begins", group({}, "web", { annotations: { "stolos.dev/expected-size": "60-10" } }), ["size-no-number"]],
    ["no object at all", {}, []],
  ])("%s", (_claim, document, codes) => {
    expect(groupAdvice(document, "shop").map(({ code }) => code)).toEqual(codes);
  });
});
