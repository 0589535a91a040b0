import { describe, expect, it } from "vitest";
import { exampleEntryName, groupAdvice, isNetworkInvalidInEntryName, mayTruncateEntryName } from "./group-advice";

describe("the name of a machine's entry", () => {
  it("the name of a machine's entry contains the group, the address and the network of the machine", () => {
    expect(exampleEntryName("web", "vpc-2")).toBe("web-10.20.1.14-vpc-2");
    expect(exampleEntryName("web", "")).toBe("web-10.20.1.14");
  });

  it("the name of a machine's entry loses its start beyond 253 letters", () => {
    const name = exampleEntryName(`front-${"x".repeat(240)}`, "vpc-2");
    expect(name).toHaveLength(253);
    expect(name).not.toContain("front");
    expect(mayTruncateEntryName("x".repeat(231), "vpc-2")).toBe(false);
    expect(mayTruncateEntryName("x".repeat(232), "vpc-2")).toBe(true);
  });

  it.each([
    ["", false],
    ["vpc-2", false],
    ["net.eu", false],
    ["VPC", true],
    ["my_net", true],
    ["net-", true],
    ["fd00::", true],
  ])("the name of a machine's entry is invalid for a machine in network %j: %s", (network, spoils) => {
    expect(isNetworkInvalidInEntryName(network)).toBe(spoils);
  });
});

const group = (change: Readonly<Record<string, unknown>> = {}, name = "web", metadata: object = {}) => ({
  metadata: { name, namespace: "shop", ...metadata },
  spec: { template: { serviceAccount: "web-vm" }, ...change },
});
const long = "x".repeat(64);
const account = { serviceAccount: "web-vm" };

describe("advice on a group that the API server accepts", () => {
  it.each<[string, object, readonly string[]]>([
    ["returns nothing for a plain group", group(), []],
    ["reports a name over 63 letters without a label that names the application", group({}, long), ["name-as-label"]],
    ["accepts a name over 63 letters with an application label", group({ metadata: { labels: { app: "web" } } }, long), []],
    ["accepts a name over 63 letters with an application label in the template", group({ template: { ...account, labels: { app: "web" } } }, long), []],
    ["warns of a name so long that entry names lose its start", group({ metadata: { labels: { app: "web" } } }, "x".repeat(250)), ["front-lost"]],
    ["reports a metadata.namespace other than the namespace to which the group is written", group({}, "web", { namespace: "other" }), ["other-namespace"]],
    ["reports a network that is invalid in an object name", group({ template: { ...account, network: "VPC_1" } }), ["network-name"]],
    ["reports a label value over 63 letters", group({ metadata: { labels: { tier: long } } }), ["machine-label-value"]],
    ["accepts a label value of 63 letters", group({ metadata: { labels: { tier: "x".repeat(63) } } }), []],
    ["reports a locality label with slashes", group({ metadata: { labels: { "topology.istio.io/locality": "eu/a" } } }), ["machine-label-value"]],
    ["reports an invalid label key in the template", group({ template: { ...account, labels: { "a b": "c" } } }), ["machine-label-key"]],
    ["warns of a missing service account", group({ template: {} }), ["no-account"]],
    ["warns of an address in the template", group({ template: { ...account, address: "fd00::1" } }), ["address-overwritten"]],
    [
      "warns of zeros in the probe, for which the agent uses the default",
      group({ probe: { periodSeconds: 0, failureThreshold: 0, initialDelaySeconds: 0 } }),
      ["zero-is-default", "zero-is-default"],
    ],
    ["warns of the certificate of an HTTPS probe", group({ probe: { httpGet: { port: 1, scheme: "HTTPS" } } }), ["https-certificate"]],
    ["reports an expected size that is not a number", group({}, "web", { annotations: { "stolos.dev/expected-size": "many" } }), ["size-no-number"]],
    ["accepts a range as expected size", group({}, "web", { annotations: { "stolos.dev/expected-size": "10-60" } }), []],
    ["reports a range that ends before it begins", group({}, "web", { annotations: { "stolos.dev/expected-size": "60-10" } }), ["size-no-number"]],
    ["returns nothing for an empty document", {}, []],
  ])("advice on a group that the API server accepts: %s", (_claim, document, codes) => {
    expect(groupAdvice(document, "shop").map(({ code }) => code)).toEqual(codes);
  });
});
