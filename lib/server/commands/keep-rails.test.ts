import { describe, expect, it } from "vitest";
import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { Refusal } from "@/lib/server/http/problem";
import { COMMANDS } from "./declared";
import { keepRails } from "./keep-rails";

const read = readPlatformPolicies({
  namespaces: ["shop", "team-*"],
  namePattern: "*-vm",
  requiredLabels: [{ key: "cost-center", values: [] }],
  networks: ["dc-1"],
  maxTokenSeconds: 900,
});
if (!("rails" in read)) throw new Error("The rules of this test cannot be read.");
const KNOWN: PlatformPolicyAnswer = { kind: "known", place: "ConfigMap a/b", rails: read.rails };
const UNKNOWN: PlatformPolicyAnswer = { kind: "unknown", place: "ConfigMap a/b", problem: "ConfigMap a/b is not there." };

const aGroup = (change: { name?: string; labels?: Record<string, string>; network?: string } = {}) => {
  const { name = "web-vm", labels = { "cost-center": "7" }, network = "dc-1" } = change;
  return { kind: "WorkloadGroup", metadata: { name }, spec: { metadata: { labels }, template: { network } } };
};
const aToken = (seconds: number) => ({ kind: "TokenRequest", spec: { expirationSeconds: seconds } });

/** What came of it: "" = nothing stood against it, else status and field. */
async function kept(name: keyof typeof COMMANDS, body: unknown, answer: PlatformPolicyAnswer = KNOWN, namespace = "shop"): Promise<string> {
  const written = { command: COMMANDS[name], address: { cluster: "eu", namespace }, readRails: async () => answer };
  const refusal = await keepRails(written, body).catch((thrown: unknown) => thrown);
  if (refusal === undefined) return "";
  if (!(refusal instanceof Refusal)) throw refusal;
  return `${refusal.status} ${refusal.field ?? ""}`.trim();
}

describe("the platform team's rules, before a write", () => {
  it.each<[string, keyof typeof COMMANDS, unknown]>([
    ["a group that keeps them is made", "create-workloadgroup", aGroup()],
    ["a group of an old name is edited", "edit-workloadgroup", aGroup({ name: "web" })],
    ["a service account is made, of which only the namespace is ruled", "create-serviceaccount", { kind: "ServiceAccount", metadata: { name: "x" } }],
    ["a token is made that lives as long as they allow", "issue-token", aToken(900)],
    ["a group is deleted", "delete-workloadgroup", { kind: "DeleteOptions" }],
    ["a machine is drained", "drain-workloadentry", { metadata: { labels: {} } }],
  ])("%s", async (_fact, name, body) => expect(await kept(name, body)).toBe(""));

  it.each<[string, keyof typeof COMMANDS, unknown]>([
    ["a name outside the pattern is made", "create-workloadgroup", aGroup({ name: "web" })],
    ["a name outside the pattern is tried", "try-new-workloadgroup", aGroup({ name: "web" })],
    ["a label is missing", "create-workloadgroup", aGroup({ labels: {} })],
    ["an edit takes the label away", "edit-workloadgroup", aGroup({ labels: {} })],
    ["an edit moves to another network", "edit-workloadgroup", aGroup({ network: "dc-2" })],
  ])("is refused at the text where %s", async (_fact, name, body) => {
    expect(await kept(name, body)).toBe("422 text");
  });

  it("names each field of the object that breaks one", async () => {
    const written = { command: COMMANDS["edit-workloadgroup"], address: { cluster: "eu", namespace: "shop" }, readRails: async () => KNOWN };
    await expect(keepRails(written, aGroup({ labels: {}, network: "dc-2" }))).rejects.toMatchObject({
      causes: [
        { field: "spec.metadata.labels[cost-center]", message: expect.stringContaining("wants the label cost-center") },
        { field: "spec.template.network", message: expect.stringContaining("does not allow network dc-2") },
      ],
    });
  });

  it("refuses a token that lives longer, at its field", async () => {
    expect(await kept("issue-token", aToken(901))).toBe("422 seconds");
    expect(await kept("issue-token", {})).toBe("422 seconds");
  });

  it("refuses another namespace for all that they are about, and not for what they are not", async () => {
    expect(await kept("create-workloadgroup", aGroup(), KNOWN, "legacy")).toBe("422 text");
    expect(await kept("create-service", { kind: "Service" }, KNOWN, "legacy")).toBe("422 text");
    expect(await kept("issue-token", aToken(600), KNOWN, "legacy")).toBe("422 seconds");
    expect(await kept("create-workloadgroup", aGroup(), KNOWN, "team-a")).toBe("");
    expect(await kept("delete-workloadgroup", {}, KNOWN, "legacy")).toBe("");
  });

  it("refuses whatever they may forbid while nobody knows them", async () => {
    expect(await kept("create-workloadgroup", aGroup(), UNKNOWN)).toBe("503");
    expect(await kept("issue-token", aToken(600), UNKNOWN)).toBe("503");
    expect(await kept("delete-workloadgroup", {}, UNKNOWN)).toBe("");
  });

  it("refuses nothing where there are none", async () => {
    expect(await kept("create-workloadgroup", aGroup({ name: "web", labels: {} }), { kind: "none" })).toBe("");
  });
});
