import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { selectionMatch } from "./match";
import type { Selector } from "./objects";
import { asListed, hasNoList } from "./own-list";

const headless = aKubernetesService({ isHeadless: true });
const none = aServiceEntry({ resolution: "NONE" });

describe("an object without a list", () => {
  it.each<[claim: string, selector: Selector, expected: readonly [hasNoList: boolean, entry: boolean, pod: boolean]]>([
    ["is a headless Service, for which istiod stores Pods only", headless, [true, false, true]],
    ["is a selector with resolution NONE, for which istiod stores both", none, [true, true, true]],
    ["is a selector with resolution DYNAMIC_DNS", aServiceEntry({ resolution: "DYNAMIC_DNS" }), [true, true, true]],
    ["is no other Service", aKubernetesService(), [false, true, true]],
    ["is no STATIC ServiceEntry", aServiceEntry(), [false, true, true]],
    ["is no ServiceEntry without a selector", aServiceEntry({ resolution: "NONE", selector: null }), [false, false, false]],
    ["is no alias", aKubernetesService({ isHeadless: true, type: "ExternalName", externalName: "b" }), [false, false, false]],
  ])("%s", (_, selector, expected) => {
    const stores = (candidate: ReturnType<typeof candidateEntry> | ReturnType<typeof candidatePod>) =>
      selectionMatch(asListed(selector, candidate.kind), candidate, aMesh()).isStored;
    expect([hasNoList(selector), stores(candidateEntry()), stores(candidatePod())]).toEqual(expected);
  });
});
