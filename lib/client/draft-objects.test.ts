import { describe, expect, it } from "vitest";
import type { Draft } from "@/lib/contract/draft";
import { asOneText, draftObjects } from "./draft-objects";
import { comparedWith } from "./existing-object";

const GROUP = "apiVersion: networking.istio.io/v1\nkind: WorkloadGroup\nmetadata:\n  name: web\nspec:\n  template:\n    serviceAccount: web-vm\n";
const draft = (change: Partial<Draft> = {}): Draft => ({
  ...{ id: "d", cluster: "eu", namespace: "shop", group: GROUP, makeAccount: true, reach: { how: "none" } },
  ...change,
});
const made = (change: Partial<Draft>) => draftObjects(draft(change)).objects.map(({ kind, name }) => `${kind} ${name}`);

describe("the objects of a draft", () => {
  it.each<[string, Partial<Draft>, readonly string[]]>([
    ["an account and the group", {}, ["ServiceAccount web-vm", "WorkloadGroup web"]],
    ["the group alone where the account is there", { makeAccount: false }, ["WorkloadGroup web"]],
    ["no account where the group names none", { group: GROUP.replace("web-vm", '""') }, ["WorkloadGroup web"]],
    ["what selects the machines last", { makeAccount: false, reach: { how: "service", text: "metadata: {name: s}" } }, ["WorkloadGroup web", "Service s"]],
    ["a ServiceEntry that cannot be read", { makeAccount: false, reach: { how: "serviceentry", text: "a: [" } }, ["WorkloadGroup web", "ServiceEntry "]],
  ])("are %s", (_claim, change, objects) => {
    expect(made(change)).toEqual(objects);
  });

  it("leave out an account that is only used, and say which", () => {
    expect(draftObjects(draft({ makeAccount: false })).usedAccount).toBe("web-vm");
    expect(draftObjects(draft()).usedAccount).toBe("");
  });

  it("are none while the group cannot be read, and it is said where", () => {
    expect(draftObjects(draft({ group: "a: [" }))).toMatchObject({ objects: [], problem: expect.stringMatching(/^Line 1 of the group's YAML/) });
  });

  it("are one text for Git", () => {
    const text = asOneText(draftObjects(draft()).objects);
    expect(text).toBe(`apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: web-vm\n  namespace: shop\n---\n${GROUP}`);
  });
});

describe("an object that is there", () => {
  const there = (yaml: string) => comparedWith(GROUP, { yaml, managedFields: "managedFields:\n- manager: argocd-controller\n" });

  it("is the same where it says all that the draft says", () => {
    const same = there(`${GROUP.replace("/v1", "/v1beta1").replace("metadata:", "metadata:\n  uid: u\n  namespace: shop")}status: {}\n`);
    expect(same).toMatchObject({ isSame: true, owner: { tool: "Argo CD", mark: "field manager" } });
    expect(same.text).not.toMatch(/uid|status/);
  });

  it("is another where one value differs", () => {
    expect(there(GROUP.replace("web-vm", "other")).isSame).toBe(false);
    expect(there("kind: WorkloadGroup\n").isSame).toBe(false);
  });
});
