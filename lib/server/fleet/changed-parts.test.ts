import { expect, it } from "vitest";
import { CHANGED } from "@/lib/server/fleet/columns/changed";
import { ChangedParts } from "./changed-parts";

it("says whether changed parts meet others, or are all among them", () => {
  const changed = ChangedParts.of("labels", "place");
  expect([changed.meets(ChangedParts.of("place", "state")), changed.meets(ChangedParts.of("state"))]).toEqual([true, false]);
  expect([changed.isWithin(ChangedParts.of("place", "labels", "since")), changed.isWithin(ChangedParts.of("place"))]).toEqual([true, false]);
});

it("has the bits of the columns", () => {
  expect(ChangedParts.ofBits(CHANGED.labels | CHANGED.place)).toBe(ChangedParts.of("labels", "place"));
});
