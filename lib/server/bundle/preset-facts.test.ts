import { describe, expect, it } from "vitest";
import type { BundleValue } from "@/lib/contract/answers/bundle";
import type { MeshPreset } from "@/lib/domain/platform-policy/policies";
import { certificate } from "@/lib/testing/certificate";
import { factsFor, type PresetFact, presetsOf, withPreset } from "./preset-facts";

const NOW = Date.UTC(2026, 7, 12);
const pem = async (until: string) => (await certificate("istiod.istio-system.svc", new Date(until))).cert;
const [ROOT, OTHER, ENDED] = await Promise.all([pem("2036-01-02T00:00:00Z"), pem("2036-01-02T00:00:00Z"), pem("2025-01-02T00:00:00Z")]);

const read = (value: string): BundleValue => ({ state: "ok", value, source: "ConfigMap istio-system/istio", problem: "" });
const UNSEEN: BundleValue = { state: "unseen", value: "", source: "", problem: "ConfigMap istio-system/istio could not be read." };
const given = (value: string) => ({ preset: "Web", network: null, value });

describe("a fact of the mesh", () => {
  it("is what was read where no preset tells it", () => {
    expect(withPreset("clusterId", read("eu"), null, NOW)).toEqual(read("eu"));
  });

  it.each<[claim: string, fact: PresetFact, of: BundleValue, value: string, expected: Partial<BundleValue>]>([
    ["the preset's where nothing could be read", "clusterId", UNSEEN, "eu", { state: "ok", problem: "" }],
    ["the preset's where both agree", "trustDomain", read("td"), "td", { state: "ok", problem: "" }],
    [
      "the preset's, with a problem, where both cannot be right",
      "clusterId",
      read("us"),
      "eu",
      { state: "problem", problem: expect.stringContaining("has us:") },
    ],
    ["the preset's gateway, whatever address was read", "gateway", read("10.0.0.1"), "gw.example.net", { state: "ok", problem: "" }],
    ["the preset's certificate among those that were read", "rootCertificate", read(`${OTHER}\n${ROOT}`), ROOT, { state: "ok", problem: "" }],
    [
      "the preset's certificate, with a problem, where another was read",
      "rootCertificate",
      read(OTHER),
      ROOT,
      { state: "problem", problem: expect.stringContaining("has another one:") },
    ],
    [
      "the preset's certificate, with a problem, where it ended",
      "rootCertificate",
      UNSEEN,
      ENDED,
      { state: "problem", problem: expect.stringContaining("ended at 2025-01-02") },
    ],
  ])("is %s", (_claim, fact, of, value, expected) => {
    expect(withPreset(fact, of, given(value), NOW)).toMatchObject({ value, source: "from the preset Web", ...expected });
  });

  it("is of the preset for the group's network", () => {
    const silent = { clusterId: null, trustDomain: null, meshId: null, revision: null, gateway: null, rootCertificate: null };
    const presets: readonly MeshPreset[] = [
      { name: "All", network: null, mesh: { ...silent, gateway: "gw.example.net", meshId: "m2" } },
      { name: "Data centre 1", network: "dc-1", mesh: { ...silent, gateway: "203.0.113.1" } },
    ];
    const facts = { clusterId: read("eu"), trustDomain: read("td"), meshId: UNSEEN, gateway: UNSEEN, rootCertificate: read(ROOT) };
    const of = (network: string) => factsFor(network, facts, { presets, now: NOW });
    expect(of("dc-1")).toMatchObject({
      clusterId: read("eu"),
      meshId: { value: "m2" },
      gateway: { value: "203.0.113.1", source: "from the preset Data centre 1, for groups of network dc-1" },
    });
    expect(of("")).toMatchObject({ gateway: { value: "gw.example.net", source: "from the preset All" } });
  });

  it("is of no preset while the rules are not known", () => {
    expect(presetsOf({ kind: "unknown", place: "", problem: "" })).toEqual([]);
    expect(presetsOf({ kind: "none" })).toEqual([]);
  });
});
