import { describe, expect, it } from "vitest";
import {
  acceptedWords,
  labelChangeWords,
  noChangeWords,
  noEndpointsWords,
  type PreviewHeadline,
  renamedWords,
  selectorHeadline,
  selectorSub,
  unseenPartsWords,
  workloadHeadline,
} from "./preview-words";

const told = ({ lead, bad, middle, strong, end, of }: PreviewHeadline) => `${lead}${bad}${middle}${strong}${end}${of === "" ? "" : ` ${of}`}`;
const NOTHING = {
  kind: "ServiceEntry",
  isNew: false,
  goes: 0,
  comes: 0,
  stays: 0,
  goesUnit: "machine",
  comesUnit: "machine",
  lostZones: [],
  hosts: ["a.example.com"],
  unseen: [],
};

it("says what a trial that was taken was warned of", () => {
  expect([0, 1, 3].map(acceptedWords)).toEqual([
    "It would take it. Nothing was written.",
    "It would take it, with 1 warning. Nothing was written.",
    "It would take it, with 3 warnings. Nothing was written.",
  ]);
});

it("says how a label changes, an empty value apart from none", () => {
  expect([
    labelChangeWords({ before: "a", after: "b" }),
    labelChangeWords({ before: null, after: "" }),
    labelChangeWords({ before: "a", after: null }),
  ]).toEqual(["a → b", '(none) → ""', "a → (none)"]);
});

it("says that another name is another object", () => {
  const old = { kind: "Service", namespace: "shop", name: "a" };
  expect(renamedWords({ ...old, goes: false })).toBe("Kubernetes renames nothing: this is a new object, and Service shop/a stays beside it.");
  expect(renamedWords({ ...old, goes: true })).toBe("Kubernetes renames nothing: this is a new object, told as if Service shop/a went with the same step.");
});

describe("what an edit does", () => {
  it.each([
    [{ goes: 12, comes: 4, lostZones: ["z-1"] }, "This edit takes 12 machines away and brings 4. Zone z-1 loses its last endpoint of a.example.com."],
    [{ goes: 1, comes: 2, comesUnit: "pod" }, "This edit takes 1 machine away and brings 2 pods."],
    [{ goes: 1 }, "This edit takes 1 machine away."],
    [{ comes: 3 }, "This edit brings 3 machines."],
    [{ stays: 8 }, "This moves nobody. 8 endpoints stay."],
    [{}, "This moves nobody. The ServiceEntry takes nobody."],
    [{ isNew: true }, "This ServiceEntry takes nobody."],
    [{ isNew: true, comes: 40 }, "This ServiceEntry takes 40 machines."],
    [{ goes: 3, lostZones: ["z-1", ""], hosts: ["a", "b"] }, "This edit takes 3 machines away. 2 zones lose their last endpoint: z-1, no zone."],
  ])("%o", (change, words) => {
    expect(told(selectorHeadline({ ...NOTHING, ...change }))).toBe(words);
  });

  it.each([
    [{ unseen: ["pods"] as const }, "This edit moves no visible endpoint. Pods are not visible."],
    [{ unseen: ["addresses"] as const, stays: 2 }, "This edit moves no visible endpoint. 2 endpoints stay. EndpointSlices are not visible."],
    [{ unseen: ["machines", "pods"] as const, isNew: true }, "This ServiceEntry selects no visible endpoint. WorkloadEntries and Pods are not visible."],
    [{ unseen: ["pods"] as const, goes: 1 }, "This edit takes 1 machine away. Pods are not visible."],
  ])("names the kinds of endpoints that are not visible: %o", (change, words) => {
    expect(told(selectorHeadline({ ...NOTHING, ...change }))).toBe(words);
    expect(selectorSub({ taken: 0, answers: 0 }, { taken: 0, answers: 0 }, change.unseen)).toBe("0 visible endpoints now, 0 after");
  });

  it("names them where no endpoint is listed", () => {
    expect([noEndpointsWords(["pods"]), noChangeWords(["pods"])]).toEqual([
      "No endpoint is visible. Pods are not visible.",
      "No visible endpoint changes. Pods are not visible.",
    ]);
    expect([noEndpointsWords([]), noChangeWords([])]).toEqual(["It has no endpoint, before or after.", "No endpoint comes, goes or changes its port."]);
  });

  it("with those who match and do not answer apart", () => {
    expect(selectorSub({ taken: 3, answers: 3 }, { taken: 4, answers: 2 })).toBe("3 endpoints now, 2 after · 2 more will match and not answer");
  });
});

it.each([
  [workloadHeadline(1, 2, 0, null), "1 host loses it, 2 take it anew."],
  [workloadHeadline(0, 0, 1, null), "1 host takes it, as before."],
  [workloadHeadline(0, 1, 0, { machines: 32 }), "For machines with new bundles: 1 host takes it anew. Nothing changes for the 32 machines that are there."],
  [workloadHeadline(2, 0, 0, { machines: null }), "For machines with new bundles: 2 hosts lose it. Nothing changes for entries that are there."],
])("%o", (headline, words) => {
  expect(told(headline)).toBe(words);
});

it("what is out of sight is said", () => {
  const all = { namespace: "shop", object: null, endpoints: [], selectors: [], gateways: null, version: false };
  expect(unseenPartsWords(all)).toEqual([]);
  expect(unseenPartsWords({ ...all, endpoints: ["pods"] })).toEqual([
    "Pods of shop are not visible here: how many are taken is not known, and they are in no number.",
  ]);
  expect(unseenPartsWords({ ...all, gateways: "Services are not visible to you" })).toEqual([
    "Services are not visible to you: the paths to endpoints in other networks are not known.",
  ]);
  expect(unseenPartsWords({ ...all, object: "Service", endpoints: ["machines"], selectors: ["ServiceEntry"], version: true })).toHaveLength(4);
});
