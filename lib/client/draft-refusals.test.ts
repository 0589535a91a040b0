import { describe, expect, it } from "vitest";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { groupRefusals, hostRefusals, refusalsAfter } from "./draft-refusals";

const GROUP = "kind: WorkloadGroup\nmetadata: {name: web}\nspec:\n  template:\n    serviceAccount: Bad_Name\n    weight: -1\n";
const HOST = "kind: Service\nmetadata: {name: web}\nspec:\n  clusterIP: none\n";
const DRAFT: GroupDraft = { id: "d", cluster: "eu", namespace: "shop", group: GROUP, makeAccount: true, reach: { how: "service", text: HOST } };

const account = { kind: "ServiceAccount", text: "metadata: {name: Bad_Name}\n" } as const;
const group = { kind: "WorkloadGroup", text: GROUP } as const;
const host = { kind: "Service", text: HOST } as const;
const at = (field: string) => [{ field, message: "no" }];

const after = (draft: GroupDraft, object: Parameters<typeof refusalsAfter>[1], field: string): GroupDraft => ({
  ...draft,
  refusals: refusalsAfter(draft, object, at(field)),
});
const refused = after(after(after(DRAFT, account, "metadata.name"), group, "spec.template.weight"), host, "spec.clusterIP");
const places = (notes: ReturnType<typeof groupRefusals>) => notes.map(({ path, line }) => `${line} ${path.join(".")}`);

describe("the refusals of a draft", () => {
  it("are told at the form in which each was typed: the account is a field of the group", () => {
    expect(places(groupRefusals(refused))).toEqual(["5 spec.template.serviceAccount", "6 spec.template.weight"]);
    expect(places(hostRefusals(refused))).toEqual(["4 spec.clusterIP"]);
  });

  it("are those of the last answer to each object", () => {
    const again = { ...refused, refusals: refusalsAfter(refused, group, at("spec.template")) };
    expect(places(groupRefusals(again))).toEqual(["5 spec.template.serviceAccount", "4 spec.template"]);
    const taken = { ...again, refusals: refusalsAfter(again, account, []) };
    expect(places(groupRefusals(taken))).toEqual(["4 spec.template"]);
  });

  it("are none of an object of another kind, and none where there is no host", () => {
    expect(hostRefusals({ ...refused, reach: { how: "serviceentry", text: HOST } })).toEqual([]);
    expect(hostRefusals({ ...refused, reach: { how: "none" } })).toEqual([]);
    expect(groupRefusals(DRAFT)).toEqual([]);
  });
});
