import { describe, expect, it } from "vitest";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { asOneText, draftObjects, isDescribed } from "./draft-objects";
import { comparedWith } from "./existing-object";

const GROUP = "apiVersion: networking.istio.io/v1\nkind: WorkloadGroup\nmetadata:\n  name: web\nspec:\n  template:\n    serviceAccount: web-vm\n";
const SERVICE = "kind: Service\nmetadata:\n  name: s\n";
const draft = (change: Partial<GroupDraft> = {}): GroupDraft => ({
  ...{ id: "d", cluster: "eu", namespace: "shop", group: GROUP, makeAccount: true, reach: { how: "none" } },
  ...change,
});
const made = (change: Partial<GroupDraft>) => draftObjects(draft(change)).objects.map(({ kind, name }) => `${kind} ${name}`);

it.each([
  ["with a name", GROUP, true],
  ["without a name", GROUP.replace("web\n", '""\n'), false],
  ["with a name that none can have", GROUP.replace("name: web\n", "name: We b\n"), false],
  ["that cannot be read", "a: [", false],
  ["without a text", "", false],
])("of a group %s it is known whether it is described", (_what, group, is) => {
  expect(isDescribed(draft({ group }))).toBe(is);
});

describe("the objects of a draft", () => {
  it.each<[string, Partial<GroupDraft>, readonly string[]]>([
    ["an account and the group", {}, ["ServiceAccount web-vm", "WorkloadGroup web"]],
    ["the group alone where the account is there", { makeAccount: false }, ["WorkloadGroup web"]],
    ["no account where the group names none", { group: GROUP.replace("web-vm", '""') }, ["WorkloadGroup web"]],
    ["what selects the machines last", { makeAccount: false, reach: { how: "service", text: SERVICE } }, ["WorkloadGroup web", "Service s"]],
  ])("are %s", (_claim, change, objects) => {
    expect(made(change)).toEqual(objects);
  });

  it("leave out an account that is only used, and say which", () => {
    expect(draftObjects(draft({ makeAccount: false })).usedAccount).toBe("web-vm");
    expect(draftObjects(draft()).usedAccount).toBe("");
  });

  it("are none while the group cannot be read, and it is said where", () => {
    expect(draftObjects(draft({ group: "a: [" }))).toMatchObject({
      objects: [],
      problem: {
        ...{ step: "describe", kind: "WorkloadGroup", code: "syntax", line: 1, title: "The group cannot be read" },
        text: expect.stringMatching(/^Line 1 of the group's YAML/),
      },
    });
  });

  it.each<[string, Partial<GroupDraft>, object]>([
    [
      "the group has no name",
      { group: GROUP.replace("web\n", '""\n') },
      {
        step: "describe",
        kind: "WorkloadGroup",
        line: 4,
        title: "The group has no name",
        text: "Line 4 of the group's YAML: metadata.name is missing. Write a name.",
      },
    ],
    [
      "the group has no metadata",
      { group: GROUP.replace("metadata:\n  name: web\n", "") },
      {
        step: "describe",
        kind: "WorkloadGroup",
        line: 1,
        title: "The group has no name",
        text: "Line 1 of the group's YAML: metadata.name is missing. Write a name.",
      },
    ],
    [
      "the Service has no name",
      { reach: { how: "service", text: "kind: Service\n" } },
      {
        step: "reach",
        kind: "Service",
        line: 1,
        title: "The Service has no name",
        text: "Line 1 of the Service's YAML: metadata.name is missing. Write a name.",
      },
    ],
  ])("are none while %s", (_fault, change, problem) => {
    expect(draftObjects(draft(change))).toMatchObject({ objects: [], problem: { code: "no-name", ...problem } });
  });

  it.each<[string, string, { readonly code: string; readonly line: number }, RegExp]>([
    ["is no YAML", "a: [", { code: "syntax", line: 1 }, /^Line 1 of the Service's YAML: This is no YAML/],
    ["has anchors", SERVICE.replace("name: s", "name: &s s"), { code: "alias", line: 3 }, /^Line 3 of the Service's YAML: Anchors/],
    ["is of another kind", GROUP, { code: "kind", line: 2 }, /^Line 2 of the Service's YAML: The text is of a WorkloadGroup/],
  ])("are none while the text of the host %s", (_fault, text, fault, words) => {
    expect(draftObjects(draft({ reach: { how: "service", text } }))).toMatchObject({
      objects: [],
      problem: { step: "reach", kind: "Service", ...fault, title: "The Service cannot be read", text: expect.stringMatching(words) },
    });
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
