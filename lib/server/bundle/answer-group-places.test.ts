import { describe, expect, it } from "vitest";
import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import type { WritingClient } from "@/lib/server/kube/client";
import { aGroup, NOW } from "@/lib/testing/entries";
import { answerGroupPlaces } from "./answer-group-places";

/** What the API server says of making groups in a namespace, "" = in all of them; null = it gives no answer. */
type Says = Readonly<Record<string, boolean | null>>;

const NO_RULES: PlatformPolicyAnswer = { kind: "none" };

function asked(says: Says, { rails = NO_RULES, mayWrite = true, names = ["lab", "shop"], sees = "all" as "all" | readonly string[] } = {}) {
  const fleet = liveFleet(["eu"], () => NOW);
  fleet.setNamespaces("eu", { names, partial: false });
  fleet.store.upsertGroup(aGroup({ cluster: "eu", namespace: "legacy" }));
  const reviewed: string[] = [];
  const post = async (_path: string, body: unknown) => {
    const { verb, resource, namespace = "" } = (body as { spec: { resourceAttributes: Record<string, string> } }).spec.resourceAttributes;
    reviewed.push(`${verb} ${resource} ${namespace}`.trim());
    const allowed = says[namespace] ?? (namespace in says ? null : false);
    return allowed === null ? ({ ok: false, error: { kind: "unreachable", message: "" } } as const) : ({ ok: true, value: { status: { allowed } } } as const);
  };
  const client = { cluster: "eu", post } as Partial<WritingClient> as WritingClient;
  const scope = scopeFromPermissions(new Map([["eu", new Map([["workloadgroups", sees]] as const)]]));
  const viewer = { subject: "ann", scope, mayWrite, clientOf: (cluster: string) => (cluster === "eu" ? client : undefined) };
  return { reviewed, told: (cluster = "eu") => answerGroupPlaces({ viewer, runtime: { fleet, readRails: async () => rails }, params: { cluster } }) };
}

describe("where somebody may make a group", () => {
  it("is every namespace in sight where Kubernetes says so of all, and no other is asked about", async () => {
    const { reviewed, told } = asked({ "": true });
    expect(await told()).toEqual({ places: ["lab", "legacy", "shop"].map((namespace) => ({ namespace, answer: "may" })), unasked: 0 });
    expect(reviewed).toEqual(["create workloadgroups"]);
  });

  it("is told of each namespace else: a right that is missing is not one that could not be asked for", async () => {
    const { places } = await asked({ "": false, lab: true, shop: null }).told();
    expect(places).toEqual([
      { namespace: "lab", answer: "may" },
      { namespace: "legacy", answer: "missing-right" },
      { namespace: "shop", answer: "not-known" },
    ]);
  });

  it("leaves out what the platform team's rules leave out", async () => {
    const none = { namePattern: null, requiredLabels: [], networks: null, maxTokenSeconds: null, presets: [] };
    const rails: PlatformPolicyAnswer = { kind: "known", place: "ConfigMap platform/rules", rails: { ...none, namespaces: ["lab"] } };
    const { places } = await asked({ "": true }, { rails }).told();
    expect(places.map(({ answer }) => answer)).toEqual(["may", "ruled-out", "ruled-out"]);
  });

  it("counts the namespaces that were not asked about", async () => {
    const names = Array.from({ length: 70 }, (_, at) => `team-${at + 10}`);
    const { places, unasked } = await asked({ "": false }, { names }).told();
    expect([places.length, unasked]).toEqual([60, 11]);
  });

  it("tells nothing of what is out of sight, nor to whoever may not write", async () => {
    const { places } = await asked({ "": true }, { sees: ["shop"] }).told();
    expect(places).toEqual([{ namespace: "shop", answer: "may" }]);
    await expect(asked({ "": true }).told("us")).rejects.toMatchObject({ status: 404 });
    await expect(asked({ "": true }, { mayWrite: false }).told()).rejects.toMatchObject({ status: 404 });
  });
});
