import { expect, it } from "vitest";
import {
  noPlanReasonWords,
  planDoneWords,
  planLineWords,
  plannedDoneWords,
  plannedEntryWords,
  plannedSizeWords,
  plannedStateWords,
  planWords,
  unreadablePlanWords,
  withoutGroupWords,
} from "./planned-words";

it.each([
  [{ by: "", here: true, over: false }, "planned to go, no end given; it is here"],
  [{ by: "12 Aug", here: true, over: false }, "planned to go by 12 Aug; it is here"],
  [{ by: "12 Aug", here: true, over: true }, "was planned to go by 12 Aug, and is still here"],
  [{ by: "12 Aug", here: false, over: true }, "not here: it left as planned, and is not counted as missing"],
  [{ by: "", here: null, over: false }, "planned to go, no end given; whether it is here is not visible to you"],
])("a plan %j reads %j", (plan, said) => {
  expect(plannedStateWords(plan)).toBe(said);
});

it("a declared size says whom it does not count", () => {
  expect(plannedSizeWords({ planned: 1 })).toBe("One more is declared: it left as planned and is not counted.");
  expect(plannedSizeWords({ planned: 3 })).toBe("3 more are declared: they left as planned and are not counted.");
  expect(plannedDoneWords({ gone: 2 })).toBe("2 machines left as planned. Once that is final, lower the expected size by 2 and take the marks away.");
});

it("a machine says its plan with its reason", () => {
  expect(plannedEntryWords({ by: "12 Aug", reason: "moved", over: false })).toMatch(/^This machine is planned to go by 12 Aug: moved\. /);
  expect(plannedEntryWords({ by: "12 Aug", reason: "moved", over: true })).toMatch(/^This machine was planned to go by 12 Aug, and is still here: moved\. /);
  expect(plannedEntryWords({ by: "", reason: "", over: false })).toMatch(/^This machine is planned to go: no reason was kept\. /);
});

it("marking says where the mark stands, and that nothing is stopped by it", () => {
  expect(planWords({ count: 1, groups: 1 }).join(" ")).toMatch(/There it outlives the entries.* Nothing is stopped by it/);
  expect(unreadablePlanWords()).toMatch(/nothing counts as planned/);
});

it("a plan says at which groups it is kept, and of which machines", () => {
  expect(planWords({ count: 3, groups: 1 })[0]).toMatch(/^The group keeps the 3 names in its annotation/);
  expect(planWords({ count: 3, groups: 2 })[0]).toMatch(/^Each group keeps the names of its machines in its annotation/);
  expect(planLineWords({ entries: ["vm-1"] })).toBe("1 machine: vm-1");
  expect(planLineWords({ entries: ["a", "b", "c", "d", "e"] })).toBe("5 machines: a, b, c and 2 more");
  expect(withoutGroupWords(["by-hand"])).toBe("by-hand belongs to no group, and cannot be marked: nobody counts it as expected.");
  expect(withoutGroupWords(["a", "b", "c", "d"])).toBe("a, b, c and 1 more belong to no group, and cannot be marked: nobody counts them as expected.");
  expect(noPlanReasonWords()).toMatch(/^Write why/);
});

it.each([
  [{ accepted: 1, refused: 0 }, "Accepted; the page follows the cluster."],
  [{ accepted: 2, refused: 0 }, "2 groups accepted; the page follows the cluster."],
  [{ accepted: 1, refused: 1 }, "1 group accepted; the page follows the cluster. 1 group not marked: it says why."],
  [{ accepted: 0, refused: 2 }, "2 groups not marked: each says why."],
])("what came of %j reads %j", (came, said) => {
  expect(planDoneWords(came)).toBe(said);
});
