import { describe, expect, it } from "vitest";
import type { MeshCheck, NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { WritingClient } from "@/lib/server/kube/client";
import { answerPreflight } from "./answer-preflight";

const objects: Readonly<Record<string, unknown>> = {
  "/apis/networking.istio.io": { versions: [{ version: "v1" }, { version: "v1beta1" }] },
  "/apis/networking.istio.io/v1": { resources: [{ name: "workloadgroups" }] },
  "/apis/networking.istio.io/v1beta1": { resources: [{ name: "workloadgroups" }] },
  "/api/v1/namespaces/istio-system/pods?labelSelector=app%3Distiod&limit=500": {
    items: [
      {
        metadata: { name: "istiod-a", labels: { "istio.io/rev": "canary" } },
        spec: {
          containers: [
            {
              ...{ name: "discovery", image: "istio/pilot:1.31.0", args: ["--keepaliveMaxServerConnectionAge", "30m"] },
              env: [
                { name: "PILOT_ENABLE_WORKLOAD_ENTRY_AUTOREGISTRATION", value: "false" },
                { name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", value: "60s" },
              ],
            },
          ],
        },
        status: {
          conditions: [{ type: "Ready", status: "True" }],
          containerStatuses: [{ name: "discovery", state: { running: { startedAt: "2026-08-12T04:00:00Z" } } }],
        },
      },
    ],
  },
  "/api/v1/namespaces/shop/configmaps/istio-ca-root-cert": { data: { "root-cert.pem": "-----BEGIN CERTIFICATE-----" } },
};

function aClient(may: boolean): WritingClient {
  const refused = { ok: false, error: { kind: "forbidden", message: "configmaps is forbidden" } } as const;
  return {
    ...{ cluster: "eu", server: "", skewMs: () => null, close: async () => undefined },
    get: async (path) => (may && path in objects ? { ok: true, value: objects[path] } : refused),
    post: async () => refused,
    write: async () => refused,
    stream: async () => refused,
  };
}

function asked({ may = true, mayWrite = true, shareMeshFacts = false, namespace = "shop" } = {}) {
  const scope = scopeFromPermissions(new Map([["eu", new Map([["workloadgroups", ["shop"]]] as const)]]));
  const viewer = { subject: "ann", scope, mayWrite, clientOf: () => aClient(may) };
  const config = { shareMeshFacts, istioNamespace: "istio-system" } as never;
  return {
    viewer,
    runtime: { config, clock: systemClock(), ownClientOf: () => aClient(true), readRails: noRails },
    params: { cluster: "eu", namespace },
  };
}

const factOf = ({ facts }: NewGroupPreflight, name: MeshCheck["fact"]) => facts.find(({ fact }) => fact === name);

describe("what a new group needs of the mesh", () => {
  it("is told with its source, and what cannot be read with the reason", async () => {
    const told = await answerPreflight(asked());
    expect(factOf(told, "apiVersions")).toMatchObject({ state: "ok", value: "v1, v1beta1", source: "Kind WorkloadGroup of the API group networking.istio.io" });
    expect(factOf(told, "rootCertificate")).toMatchObject({ state: "problem", value: "no PEM", source: "ConfigMap shop/istio-ca-root-cert" });
    expect(factOf(told, "clusterId")).toMatchObject({ state: "unseen", value: "", problem: expect.stringContaining("is forbidden") });
  });

  it("tells how long istiod waits before it gives a machine up", async () => {
    expect((await answerPreflight(asked())).waits).toMatchObject({ grace: { kind: "known", value: 60_000 }, maxAge: { kind: "known", value: 1_800_000 } });
  });

  it.each([
    [true, { grace: { kind: "known", value: 60_000 }, maxAge: { kind: "known", value: 1_800_000 } }],
    [false, { grace: { kind: "denied", value: null }, maxAge: { kind: "denied", value: null } }],
  ])("tells of these waits to who may not read istiod only where the server shares what it reads: %s", async (shareMeshFacts, waits) => {
    expect((await answerPreflight(asked({ may: false, shareMeshFacts }))).waits).toMatchObject(waits);
  });

  it("is read with the server's own account only where a setting allows, and says so", async () => {
    expect(factOf(await answerPreflight(asked({ may: false })), "apiVersions")).toMatchObject({ state: "unseen", value: "" });
    const shared = await answerPreflight(asked({ may: false, shareMeshFacts: true }));
    expect(factOf(shared, "apiVersions")).toMatchObject({ value: "v1, v1beta1", source: expect.stringContaining("the server's own account") });
  });

  it("has each revision of istiod with its settings, or whom to ask for what", async () => {
    const { istiod } = await answerPreflight(asked());
    expect(istiod).toMatchObject({ problem: "", source: "Pods of istiod in istio-system" });
    expect(istiod.revisions).toMatchObject([{ revision: "canary", version: "1.31.0", pods: { running: 1, ready: 1 }, standing: "ok" }]);
    expect(istiod.revisions[0]?.settings.map(({ setting, isOn }) => [setting, isOn])).toEqual([
      ["autoRegistration", false],
      ["healthChecks", true],
      ["validatesIdentity", true],
      ["servicesSelectEntries", true],
    ]);
    const unseen = await answerPreflight(asked({ may: false }));
    expect(unseen.istiod).toMatchObject({ revisions: [], source: "", problem: expect.stringContaining("STOLOS_SHARE_MESH_FACTS=true") });
    const shared = await answerPreflight(asked({ may: false, shareMeshFacts: true }));
    expect(shared.istiod).toMatchObject({ revisions: [{ revision: "canary" }], source: expect.stringContaining("the server's own account") });
  });

  it("has what presets say in place of what was read, each with the preset's name, and the revision that one of them names", async () => {
    const presets = [
      { name: "All", mesh: { clusterId: "eu-1", revision: "canary" } },
      { name: "Data centre 1", network: "dc-1", mesh: { gateway: "203.0.113.1", revision: "gone" } },
    ];
    const read = readPlatformPolicies({ presets });
    if (!("rails" in read)) throw new Error("the presets cannot be read");
    const { viewer, runtime, params } = asked({ may: false, shareMeshFacts: true });
    const readRails = async () => ({ kind: "known", place: "", rails: read.rails }) as const;
    const { facts } = await answerPreflight({ viewer, params, runtime: { ...runtime, readRails } });
    expect(facts.filter(({ source }) => source.startsWith("from the preset")).map(({ fact, network, state, value }) => [fact, network, state, value])).toEqual([
      ["revision", null, "ok", "canary"],
      ["revision", "dc-1", "unseen", "gone"],
      ["clusterId", null, "ok", "eu-1"],
      ["gateway", "dc-1", "ok", "203.0.113.1"],
    ]);
    expect(facts.find(({ fact }) => fact === "trustDomain")?.problem).toContain("istio-system/istio-canary");
  });

  it("is told to nobody who does not see the namespace, or may not write", async () => {
    await expect(answerPreflight(asked({ namespace: "legacy" }))).rejects.toMatchObject({ status: 404 });
    await expect(answerPreflight(asked({ mayWrite: false }))).rejects.toMatchObject({ status: 404 });
  });
});
