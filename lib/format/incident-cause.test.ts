import { describe, expect, it } from "vitest";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import { NOW } from "@/lib/testing/entries";
import {
  changesTitle,
  changeText,
  comparedText,
  earlierCasesTitle,
  earlierCaseText,
  earlierSubjectText,
  istiodAnswerText,
  sharedTraitsText,
  traitBarLabel,
  traitLegendText,
  unverifiedAnswerText,
} from "./incident-cause";

const MINUTE = 60_000;
const TIME = { now: NOW + 4 * MINUTE, zone: "utc", form: "clock" } as const;

const zone = { trait: "zone", value: "eu-1", bad: 6, of: 6, others: 10, ofOthers: 42, separates: true } as const;
const version = { ...zone, trait: "version", value: "v41", others: 0 } as const;

describe("the comparison of an incident's machines with the others", () => {
  it.each([
    [[], 0, [], "No machine is in trouble."],
    [[zone], 1, [], "One machine: it shares nothing with others."],
    [[{ ...zone, separates: false }], 6, [], "No trait separates these machines from the others."],
    [[zone, version], 6, ["version"], "The 6 machines share zone eu-1 and version v41."],
    [[zone, version], 6, ["zone", "version"], "The 6 machines share zone eu-1 and version v41. Cannot tell which of them is the cause."],
    [[{ ...zone, bad: 19, of: 20 }], 20, ["zone"], "Nearly all of the 20 machines share zone eu-1."],
  ] as const)("names the separating traits of %o for %d machines", (traits, machines, cause, text) =>
    expect(sharedTraitsText(traits, machines, cause)).toBe(text),
  );

  it("names a replica by the last part of its name beside a bar", () => {
    expect(traitBarLabel({ trait: "replica", value: "istiod-7c9f-x8f2p" })).toBe("istiod …x8f2p");
    expect(traitBarLabel(zone)).toBe("zone eu-1");
  });

  it("explains the bar, and the tick only if there are others", () => {
    expect(traitLegendText([zone])).toBe("Bar: share of the 6 machines. Tick: share of the 42 others.");
    expect(traitLegendText([{ ...zone, ofOthers: 0 }])).toBe("Bar: share of the 6 machines.");
  });

  it.each([
    [null, "trait", "Cannot tell: istiod's Pods are not visible to you.", "blind"],
    [{ answer: "yes", compared: [] }, "istiod-gone", "Yes: no istiod replica is left.", "bad"],
    [{ answer: "yes", compared: [] }, "trait", "Yes: only an istiod replica or revision separates them.", "bad"],
    [{ answer: "no-evidence", compared: [zone] }, "trait", "No evidence that it is istiod.", null],
    [{ answer: "cannot-tell", compared: [] }, "machine", "Cannot tell: no istiod replica of these machines is known.", "blind"],
    [{ answer: "cannot-tell", compared: [zone] }, "machine", "Cannot tell whether it is istiod.", "blind"],
  ] as const)("answers whether it is istiod: %o, %s", (answer, cause, text, tone) =>
    expect(istiodAnswerText(answer, { cause, machines: 6 })).toEqual({ text, tone }),
  );

  it("states that there is nothing to compare if no machine is in trouble", () => {
    const { text } = istiodAnswerText({ answer: "cannot-tell", compared: [] }, { cause: "service-without-endpoint", machines: 0 });
    expect(text).toBe("Cannot tell: there is no machine in trouble to compare.");
  });

  it("states for how many machines it cannot be told", () => {
    expect(unverifiedAnswerText(6)).toBe("Cannot tell for 6 unverified machines: unverified connections cannot be compared.");
    expect(unverifiedAnswerText(0)).toBe("");
  });

  it("states what was compared", () => {
    const replica = { ...zone, trait: "replica", value: "istiod-a", bad: 3 } as const;
    expect(comparedText(replica)).toBe("istiod istiod-a: 3 of 6 machines, 10 of 42 others");
    expect(comparedText({ ...replica, ofOthers: 0 })).toBe("istiod istiod-a: 3 of 6 machines");
  });
});

const CHANGE: ObjectChange = {
  ...{ cluster: "prod-eu", kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels", groups: null, version: null },
  ...{ seenAt: NOW - 18_000, ownAt: null },
};

describe("the changes before an incident", () => {
  it.each([
    [[CHANGE], null, "One change in the 10 min before."],
    [[{ ...CHANGE, seenAt: NOW }], null, "One change at about the same time."],
    [[CHANGE, { ...CHANGE, seenAt: NOW }], null, "Two changes in the 10 min before."],
    [[], CHANGE, "Last change: WorkloadGroup shop/checkout, 18 s before."],
    [[], null, "No change is known before it."],
  ])("%o, and the last one %o, are a sentence", (changes, lastChange, text) => expect(changesTitle({ changes, lastChange, since: NOW })).toBe(text));

  it.each([
    [{}, "changed labels 04:15:54, 18 s before"],
    [{ what: "created" }, "created 04:15:54, 18 s before"],
    [{ seenAt: NOW + 2_000 }, "changed labels 04:16:14, at about the same time"],
    [{ ownAt: NOW - 40_000 }, "changed labels 04:15:54, 18 s before, written 04:15:32"],
    [{ ownAt: NOW - 19_000 }, "changed labels 04:15:54, 18 s before"],
  ])("%o has the distance from the first failure: %s", (change, rest) => {
    expect(changeText({ ...CHANGE, ...change }, NOW, TIME)).toEqual({ object: "WorkloadGroup shop/checkout", rest, fields: [] });
  });

  it("name the version and who changed it, and have a line for each field", () => {
    const edit = { fields: [{ field: "spec.template.labels[version]", from: "v40", to: "v41" }], more: 2, by: "argocd" };
    const change = { ...CHANGE, version: "v41", edit };
    expect(changesTitle({ changes: [], lastChange: change, since: NOW })).toBe("Last change: checkout to v41, 18 s before.");
    expect(changesTitle({ changes: [change], lastChange: null, since: NOW })).toBe("One change: checkout to v41, 18 s before.");
    expect(changeText(change, NOW, TIME)).toEqual({
      object: "WorkloadGroup shop/checkout",
      rest: "changed by argocd 04:15:54, 18 s before",
      fields: ["spec.template.labels[version]: v40 → v41", "and 2 more fields"],
    });
  });
});

describe("earlier cases", () => {
  const CASE = { state: "over", began: NOW, endedAt: NOW + 2 * MINUTE, groups: ["shop/checkout"], moreGroups: 0, machines: 6, serving: 6 } as const;
  it.each([
    [null, NOW, "Not compared: the history does not have this incident."],
    [0, null, "No similar case in the history."],
    [0, TIME.now - 3 * 1_440 * MINUTE, "No similar case in the 3 d of history."],
    [1, NOW, "One similar case: all serving again after 2 min."],
    [2, NOW, "Two similar cases."],
    [10, NOW, "The last ten similar cases."],
  ])("are counted: %s in a history since %s", (count, since, text) => {
    const cases = count === null ? null : Array.from({ length: count }, () => CASE);
    expect(earlierCasesTitle({ cases, since }, 10, TIME.now)).toBe(text);
  });

  it.each([
    [{}, "shop/checkout, 04:16:12: 6 machines, all serving again after 2 min"],
    [{ serving: 4, moreGroups: 2 }, "shop/checkout and 2 more, 04:16:12: 6 machines, 4 serving again after 2 min"],
    [{ state: "open", endedAt: null, serving: 0 }, "shop/checkout, 04:16:12: 6 machines, 0 serving again, still open"],
    [{ machines: 0, serving: 0, groups: [] }, "04:16:12: a service had no endpoint after 2 min"],
  ] as const)("state how they ended: %o", (change, text) => expect(earlierCaseText({ ...CASE, ...change }, TIME)).toBe(text));

  it("state their subject without the end", () => expect(earlierSubjectText(CASE, TIME)).toBe("shop/checkout, 04:16:12: 6 machines"));
});
