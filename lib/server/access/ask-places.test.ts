import { beforeEach, describe, expect, it } from "vitest";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { answerReview, type BoundRule, type RbacTable } from "@/lib/testing/rbac-table";
import { askPlaces } from "./ask-places";
import { isShown, type PlaceQuestion, type PlaceRights } from "./place-rights";
import { rulesName } from "./review-scope";

const SHOP = "shop";
const QUESTION: PlaceQuestion = { kinds: ["workloadentries", "services"], everywhere: new Set(), rules: null, onlyShown: false };
const ENTRIES: BoundRule = { namespace: SHOP, verbs: ["list", "watch"], groups: ["networking.istio.io"], resources: ["workloadentries"] };
const SERVICES: BoundRule = { ...ENTRIES, groups: [""], resources: ["services"] };

let places: Map<string, PlaceRights>;
let table: RbacTable;

beforeEach(() => {
  places = new Map();
  table = { rules: [ENTRIES], isComplete: false };
});

/** Asks at a time; `isOvertaken`: a renewal has begun before the answers are there. */
function ask(startedAt: number, { onlyShown = false, isOvertaken = false } = {}) {
  const post = async (path: string, body: unknown) => answerReview("jane", table, path, body);
  const known = { places, startedAt, readAt: startedAt, isOvertaken: () => isOvertaken };
  return askPlaces({ post }, [[SHOP, { ...QUESTION, onlyShown }]], known);
}

const allowed = (): readonly WatchedKind[] => [...(places.get(SHOP)?.allowed ?? [])];

describe("what a look allows that a renewal has overtaken", () => {
  it("is not shown before the next renewal has confirmed it", async () => {
    await ask(1_000);
    table = { rules: [ENTRIES, SERVICES], isComplete: false };
    await ask(2_000, { isOvertaken: true });
    expect(allowed()).toEqual(["workloadentries"]);
    await ask(10_000, { onlyShown: true });
    expect(allowed()).toEqual(["workloadentries", "services"]);
  });

  it("is never shown where it is gone by then", async () => {
    await ask(1_000);
    table = { rules: [ENTRIES, SERVICES], isComplete: false };
    await ask(2_000, { isOvertaken: true });
    table = { rules: [ENTRIES], isComplete: false };
    await ask(10_000, { onlyShown: true });
    expect(allowed()).toEqual(["workloadentries"]);
  });

  it("is asked about again in a namespace of which nothing was seen before", async () => {
    await ask(1_000, { isOvertaken: true });
    expect([allowed(), isShown(places.get(SHOP))]).toEqual([[], true]);
    await ask(9_000, { onlyShown: true });
    expect(allowed()).toEqual(["workloadentries"]);
  });
});

describe("a renewal where no rules tell a change", () => {
  it("withdraws what is denied by now, and leaves the rest as old as it is", async () => {
    await ask(1_000);
    table = { rules: [SERVICES], isComplete: false };
    await ask(9_000, { onlyShown: true });
    expect(allowed()).toEqual([]);
    expect(places.get(SHOP)?.heldAt).toBe(1_000);
    await ask(60_000);
    expect(allowed()).toEqual(["services"]);
  });

  it("asks of kinds that nobody has asked about before", async () => {
    places.set(SHOP, { asked: new Set(["services"]), allowed: new Set(), found: new Set(), rules: null, rulesAt: 0, heldAt: 0 });
    await ask(1_000, { onlyShown: true });
    expect(allowed()).toEqual(["workloadentries"]);
  });
});

describe("a right that is limited to names", () => {
  const named: BoundRule = { ...ENTRIES, names: ["vm-1"] };
  const rules = { rules: [{ ...named, names: ["vm-1"] }], isComplete: true };

  it("counts as none, whether or not the cluster lists it", async () => {
    table = { rules: [named, SERVICES], isComplete: false };
    await ask(1_000);
    expect(allowed()).toEqual(["services"]);
    expect(rulesName(rules, "workloadentries")).toBe(false);
    expect(rulesName({ ...rules, rules: [{ ...ENTRIES, names: [] }] }, "workloadentries")).toBe(true);
  });
});
