import { describe, expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { ANY_MACHINE } from "@/lib/testing/bundle-cases";
import { aGroup } from "@/lib/testing/entries";
import { type BundleInput, bundleOf } from "./bundle";

const GROUP = aGroup({ name: "web", namespace: "shop", entryLabels: sortedLabelSet([["app", "web"]]) });
const INPUT: BundleInput = {
  group: { ...GROUP, template: { ...GROUP.template, serviceAccount: "web-vm", network: "vpc-2", labels: [], ports: [["http", 8080]] } },
  probe: null,
  mesh: { trustDomain: "td", defaultConfig: { meshId: "m", discoveryAddress: "istiod.istio-system.svc:15012" } },
  proxyConfigs: [],
  clusterId: "Kubernetes",
  istioNamespace: "istio-system",
  revision: "",
  gateway: { kind: "ip", ip: "203.0.113.10" },
  machine: ANY_MACHINE,
};

function envWith(change: Partial<BundleInput>): Readonly<Record<string, string>> {
  return Object.fromEntries(bundleOf({ ...INPUT, ...change }).env.map(({ key, value }) => [key, value]));
}

function configWith(change: Partial<BundleInput>): Readonly<Record<string, unknown>> {
  return bundleOf({ ...INPUT, ...change }).meshConfig.defaultConfig as Readonly<Record<string, unknown>>;
}

describe("the bundle of a group", () => {
  it("the bundle of a group has the istiod of a set revision for both connections if the mesh configuration has no address (docs/istio.md#bundle)", () => {
    const change = { revision: "rev-1", mesh: { defaultConfig: {} } };
    expect(envWith(change).CA_ADDR).toBe("istiod-rev-1.istio-system.svc:15012");
    expect(configWith(change).discoveryAddress).toBe("istiod-rev-1.istio-system.svc:15012");
    expect(bundleOf({ ...INPUT, ...change }).hosts).toEqual([{ address: "203.0.113.10", name: "istiod-rev-1.istio-system.svc", addition: null }]);
  });

  it('the bundle of a group leaves CA_ADDR to the start script without a revision and with the revision "default"', () => {
    expect(envWith({}).CA_ADDR).toBeUndefined();
    expect(envWith({ revision: "default" }).CA_ADDR).toBeUndefined();
  });

  it.each([
    ["no address, so that the machine uses its first one", {}, undefined, undefined],
    ["an internal address", { internalIp: "10.10.10.10" }, "10.10.10.10", undefined],
    ["an external address, with probes to localhost", { externalIp: "198.51.100.9" }, "198.51.100.9", "true"],
    ["an IPv6 address", { internalIp: "fd00:10:96::1" }, "fd00:10:96::1", undefined],
  ])("the bundle of a group is right for %s", (_, machine, address, rewritten) => {
    const env = envWith({ machine: { ...ANY_MACHINE, ...machine } });
    expect([env.ISTIO_SVC_IP, env.REWRITE_PROBE_LEGACY_LOCALHOST_DESTINATION]).toEqual([address, rewritten]);
  });

  it.each([
    [undefined, "22,15090,15021,15020"],
    [0, "22,15090,15021,15020"],
    [15_021, "22,15090,15021"],
    [15_090, "22,15090,15021"],
    [16_000, "22,15090,15021,16000"],
  ])("the bundle of a group does not capture the agent's ports with status port %s", (statusPort, ports) => {
    expect(envWith({ mesh: { defaultConfig: { statusPort } } }).ISTIO_LOCAL_EXCLUDE_PORTS).toBe(ports);
  });

  it("the bundle of a group captures all inbound ports if the group has none", () => {
    expect(envWith({ group: { ...INPUT.group, template: { ...INPUT.group.template, ports: [] } } }).ISTIO_INBOUND_PORTS).toBe("*");
    expect(envWith({ group: { ...INPUT.group, template: { ...INPUT.group.template, ports: [] } } }).ISTIO_META_POD_PORTS).toBeUndefined();
  });

  it("the bundle of a group has the mesh's defaults with annotations: fields are replaced, proxyMetadata is merged, and the last annotation has precedence", () => {
    const mesh = { defaultConfig: { concurrency: 2, tracing: { sampling: 1 }, proxyMetadata: { A: "mesh", B: "mesh", C: "mesh" } } };
    const proxyConfigs = [
      { tracing: { zipkin: {} }, proxyMetadata: { B: "group", C: "group" } },
      { concurrency: 0, proxyMetadata: { C: "template" } },
    ];
    expect(configWith({ mesh, proxyConfigs })).toMatchObject({
      concurrency: 0,
      tracing: { zipkin: {} },
      proxyMetadata: { A: "mesh", B: "group", C: "template" },
    });
    expect(configWith({ mesh, proxyConfigs }).tracing).toEqual({ zipkin: {} });
  });

  it("the bundle of a group has the machine's own metadata before proxyMetadata of the mesh", () => {
    expect(envWith({ mesh: { defaultConfig: { proxyMetadata: { ISTIO_META_NETWORK: "other" } } } }).ISTIO_META_NETWORK).toBe("vpc-2");
  });

  it("the bundle of a group leaves invalid variable names out of the file that a shell reads, and lists them", () => {
    const proxyConfigs = [{ proxyMetadata: { "X; reboot": "1", GOOD: "2" } }];
    expect(envWith({ proxyConfigs })).not.toHaveProperty("X; reboot");
    expect(envWith({ proxyConfigs }).GOOD).toBe("2");
    expect(bundleOf({ ...INPUT, proxyConfigs }).leftOut).toEqual(["X; reboot"]);
  });

  it("the bundle of a group contains the group's probe unchanged", () => {
    const probe = { periodSeconds: 5, httpGet: { port: 8080, path: "/ready" } };
    expect(configWith({ probe }).readinessProbe).toEqual(probe);
    expect(configWith({})).not.toHaveProperty("readinessProbe");
  });
});

describe("the additions of a bundle to istioctl's", () => {
  it("the additions of a bundle to istioctl's use the name of a gateway for both connections, and mark both lines (docs/istio.md#istiod-address)", () => {
    const bundle = bundleOf({ ...INPUT, revision: "canary", gateway: { kind: "name", name: "gw.example.net" } });
    expect(bundle.env.find(({ key }) => key === "CA_ADDR")).toEqual({ key: "CA_ADDR", value: "gw.example.net:15012", addition: "gateway-name" });
    expect(bundle.meshConfig).toMatchObject({ defaultConfig: { discoveryAddress: "gw.example.net:15012" } });
    expect(bundle.meshAdditions).toEqual([{ path: ["discoveryAddress"], addition: "gateway-name" }]);
    expect(bundle.hosts).toEqual([]);
  });

  it("the additions of a bundle to istioctl's contain the resolved address of a gateway's name, marked because it may change", () => {
    const { hosts } = bundleOf({ ...INPUT, gateway: { kind: "resolved", name: "gw.example.net", ip: "192.0.2.7" } });
    expect(hosts).toEqual([{ address: "192.0.2.7", name: "istiod.istio-system.svc", addition: "gateway-resolved" }]);
  });

  it("the additions of a bundle to istioctl's contain labels of one machine and its locality as a label with dots, and mark the line", () => {
    const machine = { ...ANY_MACHINE, labels: sortedLabelSet([["version", "v2"]]), locality: "eu/eu-a/r1" };
    const line = bundleOf({ ...INPUT, machine }).env.find(({ key }) => key === "ISTIO_METAJSON_LABELS");
    expect(JSON.parse(line?.value ?? "")).toMatchObject({ app: "web", version: "v2", "topology.istio.io/locality": "eu.eu-a.r1" });
    expect(line?.addition).toBe("machine-labels");
  });
});
