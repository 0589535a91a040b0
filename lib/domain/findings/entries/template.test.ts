import { describe, expect, it } from "vitest";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { findingsOf } from "@/lib/testing/finding-cases";
import { detectedAfterPatch, evidenceOf } from "@/lib/testing/rule-cases";
import { bundleDrift, templateDrift } from "./template";

describe("STL102 template-drift", () => {
  const group = (own: Parameters<typeof aGroup>[0] = {}) => aGroup({ generation: 2, ...own });
  const template = (own: Partial<ReturnType<typeof aGroup>["template"]>) => group({ template: { ...aGroup().template, ...own } });
  const NEWER = { group: "checkout", cause: "group-changed" };

  const DRIFTED = [
    { of: "another port", group: template({ ports: [["http", 8081]] }), says: { fields: ["ports"], found: ["http=8080"], wanted: ["http=8081"] } },
    { of: "a removed port", group: template({ ports: [] }), says: { fields: ["ports"], found: ["http=8080"], wanted: [""] } },
    { of: "a weight", group: template({ weight: 5 }), says: { fields: ["weight"], found: ["1"], wanted: ["5"] } },
    {
      of: "new labels in spec and metadata",
      group: group({
        entryLabels: [
          ["app", "checkout"],
          ["tier", "web"],
        ],
        template: { ...aGroup().template, labels: [["team", "shop"]] },
      }),
      says: { fields: ["label team", "label tier"], found: ["", ""], wanted: ["shop", "web"] },
    },
  ];

  describe("an entry that istiod created", () => {
    it.each(DRIFTED)("an entry that istiod created differs from its group by $of", ({ group: one, says }) => {
      expect(evidenceOf(templateDrift, { entries: [anEntry()], groups: [one] })).toEqual([{ ...NEWER, ...says }]);
    });

    it.each(DRIFTED)("an entry that istiod created does not differ by $of after its patch", ({ group: one }) => {
      expect(detectedAfterPatch(templateDrift, { entries: [anEntry()], groups: [one] })).toEqual([]);
    });

    it("an entry that istiod created is found if it does not have the network of the template", () => {
      const objects = { entries: [anEntry({ network: "" })], groups: [group()] };
      expect(evidenceOf(templateDrift, objects)).toMatchObject([{ fields: ["network"], wanted: ["vpc-2"] }]);
      expect(detectedAfterPatch(templateDrift, objects)).toEqual([]);
    });

    it.each([
      { of: "is as its group would make it", entry: anEntry(), one: group() },
      { of: "a network of the machine's bundle", entry: anEntry({ network: "vpc-9" }), one: group() },
      { of: "a locality of the machine", entry: anEntry(), one: template({ locality: "r/z" }) },
      {
        of: "labels of the machine's bundle",
        entry: anEntry({
          metadataLabels: [
            ["app", "checkout"],
            ["version", "v1"],
          ],
        }),
        one: group(),
      },
      {
        of: "has another value of a label, which is its machine's",
        entry: anEntry({ specLabels: [["app", "b"]], metadataLabels: [["app", "b"]] }),
        one: group(),
      },
      { of: "writes the weight out that is unset", entry: anEntry({ weight: 0 }), one: template({ weight: 1 }) },
      {
        of: "a locality label that istiod removes",
        entry: anEntry(),
        one: group({
          entryLabels: [
            ["app", "checkout"],
            ["istio-locality", "r.z"],
          ],
        }),
      },
      { of: "no group any more", entry: anEntry({ owner: null, registrationGroup: "gone" }), one: template({ weight: 5 }) },
      { of: "was written by hand", entry: anEntry({ registrationGroup: "" }), one: template({ weight: 5 }) },
    ])("an entry that istiod created is not found with $of", ({ entry, one }) => {
      expect(evidenceOf(templateDrift, { entries: [entry], groups: [one] })).toEqual([]);
    });

    it.each([
      [1, 2, "group-changed"],
      [2, 1, "entry-edited"],
      [2, 2, "either"],
      [1, 1, "not-known"],
    ])("an entry with generation %d and a group of generation %d has the cause %s", (generation, ofGroup, cause) => {
      const one = template({ weight: 5 });
      const found = findingsOf(templateDrift, { entries: [anEntry({ generation })], groups: [{ ...one, generation: ofGroup }] });
      expect(found.map(({ detected }) => detected.evidence)).toMatchObject([{ cause }]);
      // An edit of the entry alone can be meant.
      expect(found.map(({ detected }) => detected.patch !== undefined)).toEqual([cause !== "entry-edited"]);
    });

    it("an entry that istiod created has the cause that the group was replaced if its owner is an earlier group", () => {
      const one = { ...template({ weight: 5 }), generation: 1, uid: "9a02" };
      expect(evidenceOf(templateDrift, { entries: [anEntry()], groups: [one] })).toMatchObject([{ cause: "group-replaced" }]);
    });
  });
});

describe("STL103 bundle-drift", () => {
  const entry = (version: string, own: Parameters<typeof anEntry>[0] = {}) => {
    const labels = [
      ["app", "checkout"],
      ["version", version],
    ] as const;
    return anEntry({ specLabels: labels, metadataLabels: labels, ...own });
  };
  const group = aGroup({
    entryLabels: [
      ["app", "checkout"],
      ["version", "v2"],
    ],
  });

  it("STL103 reports the labels that differ from the group, and if only the machine can have set them", () => {
    const says = { group: "checkout", keys: ["version"], found: ["v1"], wanted: ["v2"] };
    expect(evidenceOf(bundleDrift, { entries: [entry("v1")], groups: [group] })).toEqual([{ ...says, isMachines: true }]);
    expect(evidenceOf(bundleDrift, { entries: [entry("v1")], groups: [{ ...group, generation: 2 }] })).toEqual([{ ...says, isMachines: false }]);
  });

  it("STL103 finds nothing after its patch", () => {
    expect(detectedAfterPatch(bundleDrift, { entries: [entry("v1")], groups: [group] })).toEqual([]);
  });

  it.each([
    { of: "the same value", one: entry("v2"), with: group },
    { of: "no such label, which is the template's drift", one: anEntry(), with: group },
    {
      of: "a canonical name of its own",
      one: entry("v2", { specLabels: [["service.istio.io/canonical-name", "a"]], metadataLabels: [["version", "v2"]] }),
      with: group,
    },
    {
      of: "the value that a bundle uses",
      one: entry("v3"),
      with: { ...group, template: { ...group.template, labels: [["version", "v3"]] as const } },
    },
    { of: "no group", one: entry("v1"), with: { ...group, name: "other" } },
    { of: "hand-written labels", one: entry("v1", { registrationGroup: "" }), with: group },
  ])("STL103 finds nothing for an entry with $of", ({ one, with: of }) => {
    expect(evidenceOf(bundleDrift, { entries: [one], groups: [of] })).toEqual([]);
  });
});
