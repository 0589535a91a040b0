import { describe, expect, it } from "vitest";
import type { BundleValue } from "@/lib/contract/answers/bundle";
import type { MeshCheck } from "@/lib/contract/answers/preflight";
import { certificate } from "@/lib/testing/certificate";
import type { Found, PublicReader } from "./found";
import { meshInputs } from "./mesh-inputs";
import { readyFacts } from "./ready-facts";
import { versionsFact } from "./versions-fact";

const NOW = Date.UTC(2026, 7, 12);
const pem = async (until: string) => (await certificate("istiod.istio-system.svc", new Date(until))).cert;
const [HOLDS, ENDED] = await Promise.all([pem("2036-01-02T00:00:00Z"), pem("2025-01-02T00:00:00Z")]);

const SYSTEM = "/api/v1/namespaces/istio-system";
const MESH = `${SYSTEM}/configmaps/istio`;
const INJECTOR = `${SYSTEM}/configmaps/istio-sidecar-injector`;
const SERVICES = `${SYSTEM}/services?limit=500`;
const ROOT = "/api/v1/namespaces/shop/configmaps/istio-ca-root-cert";
const API = "/apis/networking.istio.io";

const kinds = (...names: readonly string[]) => ({ resources: names.map((name) => ({ name })) });
const gateway = (ports: readonly number[], ip?: string) => ({
  items: [
    {
      metadata: { name: "istio-eastwestgateway", labels: { istio: "eastwestgateway" } },
      spec: { ports: ports.map((port) => ({ port })) },
      status: { loadBalancer: ip === undefined ? {} : { ingress: [{ ip }] } },
    },
  ],
});

const OBJECTS: Readonly<Record<string, unknown>> = {
  [API]: { versions: [{ version: "v1" }, { version: "v1beta1" }] },
  [`${API}/v1`]: kinds("workloadgroups"),
  [`${API}/v1beta1`]: kinds("workloadgroups"),
  [MESH]: { data: { mesh: "trustDomain: td\ndefaultConfig: {meshId: m1, tracing: {}}\n" } },
  [INJECTOR]: { data: { values: JSON.stringify({ global: { multiCluster: { clusterName: "eu" } } }) } },
  [ROOT]: { data: { "root-cert.pem": HOLDS } },
  [SERVICES]: gateway([15_012], "203.0.113.10"),
};

/** A path that is not among the objects is not found; one that is null is denied. */
function readerOf(objects: Readonly<Record<string, unknown>>): PublicReader {
  return {
    cluster: "eu",
    async read(path): Promise<Found> {
      const object = objects[path];
      if (object !== undefined && object !== null) return { ok: true, value: object, by: "viewer" };
      return { ok: false, error: { kind: object === null ? "forbidden" : "not-found", message: "it is forbidden" } };
    },
  };
}

type Fact = MeshCheck["fact"];

async function told(name: Fact, change: Readonly<Record<string, unknown>>): Promise<MeshCheck | undefined> {
  const reader = readerOf({ ...OBJECTS, ...change });
  const place = { namespace: "shop", istioNamespace: "istio-system", now: NOW };
  const [apiVersions, inputs] = await Promise.all([versionsFact(reader), meshInputs(reader, { ...place, revision: "" })]);
  return readyFacts({ ...place, apiVersions, inputs, presets: [], shares: false }).find(({ fact }) => fact === name);
}

const ask = (namespace: string, right: string) =>
  `Ask whoever gives rights in ${namespace} for ${right}, or whoever runs this dashboard for STOLOS_SHARE_MESH_FACTS=true, with which its own account reads them.`;
const config = ask("istio-system", "the verb get on configmaps");

describe("a fact of the mesh", () => {
  it.each<[claim: string, fact: Fact, change: Readonly<Record<string, unknown>>, expected: Partial<BundleValue>]>([
    ["versions: those that have WorkloadGroups", "apiVersions", {}, { state: "ok", value: "v1, v1beta1", problem: "" }],
    [
      "versions: none where the version that is written has no WorkloadGroups",
      "apiVersions",
      { [`${API}/v1`]: kinds("workloadentries") },
      { state: "problem", value: "v1beta1", problem: expect.stringContaining("serves WorkloadGroups in v1beta1; a group would be written in the first of v1") },
    ],
    ["versions: none without Istio's kinds", "apiVersions", { [API]: undefined }, { state: "problem", problem: expect.stringContaining("no API group") }],
    [
      "versions: not seen where the list of kinds is denied",
      "apiVersions",
      { [`${API}/v1`]: null },
      { state: "unseen", problem: expect.stringMatching(/for the verb get on \/apis\/networking\.istio\.io\.$/) },
    ],
    [
      "mesh configuration: what of it goes into the files",
      "meshConfig",
      {},
      { state: "ok", value: "trustDomain, defaultConfig.meshId, defaultConfig.tracing", source: "ConfigMap istio-system/istio" },
    ],
    [
      "mesh configuration: fine where it sets none of that",
      "meshConfig",
      { [MESH]: { data: { mesh: "accessLogFile: /dev/stdout" } } },
      { state: "ok", value: "", source: "ConfigMap istio-system/istio says nothing of it (trustDomain, defaultConfig)" },
    ],
    [
      "mesh configuration: a problem where it is not there",
      "meshConfig",
      { [MESH]: undefined },
      { state: "problem", problem: "There is no ConfigMap istio-system/istio. Ask whoever runs the mesh." },
    ],
    [
      "mesh configuration: a problem where istiod cannot read it either",
      "meshConfig",
      { [MESH]: { data: { mesh: "a: [" } } },
      { state: "problem", problem: expect.stringContaining("is not YAML") },
    ],
    [
      "mesh configuration: not seen where it is denied",
      "meshConfig",
      { [MESH]: null },
      { state: "unseen", value: "", problem: `ConfigMap istio-system/istio could not be read. It is forbidden. ${config}` },
    ],
    ["cluster ID: fine where it is empty", "clusterId", { [INJECTOR]: { data: {} } }, { state: "ok", value: "", problem: "" }],
    ["trust domain: not seen where the configuration is denied", "trustDomain", { [MESH]: null }, { state: "unseen" }],
    ["root certificate: until when it holds", "rootCertificate", {}, { state: "ok", value: "PEM, holds until 2036-01-02 00:00:00 UTC", problem: "" }],
    ["root certificate: a problem where it ended", "rootCertificate", { [ROOT]: { data: { "root-cert.pem": ENDED } } }, { state: "problem" }],
    [
      "root certificate: a problem where it is none",
      "rootCertificate",
      { [ROOT]: { data: { "root-cert.pem": "PEM" } } },
      { state: "problem", value: "no PEM", problem: "The root certificate is no certificate in PEM: with it no machine trusts istiod." },
    ],
    [
      "root certificate: a problem where the ConfigMap does not have it",
      "rootCertificate",
      { [ROOT]: { data: {} } },
      { state: "problem", value: "", problem: "ConfigMap shop/istio-ca-root-cert says nothing of it (root-cert.pem)." },
    ],
    ["root certificate: a problem where istiod did not write it", "rootCertificate", { [ROOT]: undefined }, { state: "problem" }],
    [
      "root certificate: not seen where it is denied",
      "rootCertificate",
      { [ROOT]: null },
      { state: "unseen", problem: expect.stringContaining(ask("shop", "the verb get on configmaps")) },
    ],
    ["gateway: its address", "gateway", {}, { state: "ok", value: "203.0.113.10", source: "Service istio-system/istio-eastwestgateway" }],
    ["gateway: a problem where there is none", "gateway", { [SERVICES]: { items: [] } }, { state: "problem", value: "" }],
    ["gateway: a problem without an address", "gateway", { [SERVICES]: gateway([15_012]) }, { state: "problem", value: "" }],
    [
      "gateway: a problem without istiod's port",
      "gateway",
      { [SERVICES]: gateway([15_443], "203.0.113.10") },
      { state: "problem", value: "203.0.113.10", problem: expect.stringContaining("has no port 15012") },
    ],
    [
      "gateway: not seen where Services are denied",
      "gateway",
      { [SERVICES]: null },
      { state: "unseen", problem: expect.stringContaining(ask("istio-system", "the verb list on services")) },
    ],
  ])("%s", async (_claim, fact, change, expected) => {
    const found = await told(fact, change);
    expect(found).toMatchObject(expected);
    expect(found?.problem).not.toContain("Type it");
  });
});
