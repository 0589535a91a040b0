import { expect, it } from "vitest";
import { ago, anEntry, NOW } from "@/lib/testing/entries";
import { dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { neverConnected } from "./never-connected";

const unmarked = (own: Parameters<typeof anEntry>[0] = {}) => anEntry({ connectedAt: null, disconnectedAt: null, ...own });

it("finds an entry of istiod's without any mark", () => {
  expect(evidenceOf(neverConnected, { entries: [unmarked()] })).toEqual([{ group: "checkout", replica: "istiod-7c9f-a" }]);
});

it.each([
  { of: "that is connected", entry: anEntry(), due: null },
  { of: "that left", entry: unmarked({ disconnectedAt: ago(1000) }), due: null },
  { of: "that istiod makes just now", entry: unmarked({ createdAt: NOW - 1000 }), due: NOW + 59_000 },
  { of: "that nobody keeps", entry: unmarked({ registrationGroup: "", controller: "", owner: null }), due: null },
])("passes over an entry $of", ({ entry, due }) => {
  expect(evidenceOf(neverConnected, { entries: [entry] })).toEqual([]);
  expect(dueOf(neverConnected, { entries: [entry] })).toBe(due);
});
