import { describe, expect, it } from "vitest";
import { carryEdit } from "./carry-edit";
import { editableText, readEdited } from "./object-text";

const TEXT =
  "apiVersion: networking.istio.io/v1\nkind: WorkloadGroup\nmetadata:\n  name: web\n  namespace: shop\nspec:\n  template:\n    serviceAccount: web-vm\n";
const WEB = { resource: "workloadgroups", namespace: "shop", name: "web" } as const;
const said = (text: string, object: Parameters<typeof readEdited>[1] = WEB) => {
  const { problem, notes } = readEdited(text, object);
  return problem === null
    ? notes.filter(({ level }) => level === "refuses").map(({ line, text: words }) => `${line}: ${words}`)
    : [`${problem.line}: ${problem.text}`];
};

describe("an edited text", () => {
  it("has nothing against it as it is stored, without what the cluster writes", () => {
    const text = editableText(`${TEXT.replace("name: web", "name: web\n  uid: u\n  resourceVersion: '7'")}status: {}\n`);
    expect(text).toBe(TEXT);
    expect(said(text)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["another kind", TEXT.replace("WorkloadGroup", "Service"), '2: kind is "Service", and has to stay "WorkloadGroup"'],
    ["another name", TEXT.replace("name: web\n", "name: other\n"), '4: metadata.name is "other", and has to stay "web"'],
    ["no name", TEXT.replace("  name: web\n", ""), 'metadata.name is missing, and has to stay "web"'],
    ["another namespace", TEXT.replace("shop", "lab"), '5: metadata.namespace is "lab", and has to stay "shop"'],
    ["a status", `${TEXT}status: {}\n`, "9: status is written by the cluster"],
    ["a key twice", `${TEXT}kind: WorkloadGroup\n`, "9: This is no YAML"],
    ["an unknown field", TEXT.replace("serviceAccount", "serviceAcount"), "8: "],
    ["a second document", `${TEXT}---\na: 1\n`, "A second document begins here"],
    ["an anchor", TEXT.replace("web-vm", "&a web-vm"), "8: Anchors"],
    ["more than can be sent", `${TEXT}# ${"x".repeat(64 * 1024)}\n`, "1: The text has"],
    ["a prototype key", `${TEXT}__proto__:\n  a: 1\n`, "9: "],
    ["ten thousand brackets", "[".repeat(10_000), "1: "],
  ])("is refused with %s, at its line", (_claim, text, words) => {
    expect(said(text).join("\n")).toContain(words);
  });

  it("of a Service is read by the rules of a Service", () => {
    const service = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 70000\n";
    expect(said(service, { ...WEB, resource: "services" })).toEqual([expect.stringMatching(/^7: .*70000 is no port/)]);
  });
});

describe("an edit of what somebody changed meanwhile", () => {
  it("keeps its comments and its order, and takes over what was changed elsewhere", () => {
    const mine = TEXT.replace("    serviceAccount: web-vm", "    # theirs is too weak\n    serviceAccount: mine");
    const theirs = `${TEXT}    weight: 3\n`;
    expect(carryEdit(TEXT, theirs, mine)).toEqual({ text: `${mine}    weight: 3\n`, clashes: [] });
  });

  it("says where both wrote, and stays there as it was typed", () => {
    const mine = TEXT.replace("web-vm", "mine");
    const carried = carryEdit(TEXT, TEXT.replace("web-vm", "theirs"), mine);
    expect(carried).toEqual({ text: mine, clashes: [{ path: ["spec", "template", "serviceAccount"], theirs: "theirs", mine: "mine" }] });
  });

  it("cannot be carried while it cannot be read", () => {
    expect(carryEdit(TEXT, TEXT, "a: [")).toBeNull();
  });
});
