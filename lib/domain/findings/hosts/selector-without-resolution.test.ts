import { expect, it } from "vitest";
import { evidenceOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { selectorWithoutResolution } from "./selector-without-resolution";

const none = aServiceEntry({ resolution: "NONE" });

it.each([
  ["a selector with NONE, or nothing written", none, 1],
  ["a selector with STATIC", aServiceEntry(), 0],
  ["NONE without a selector, as hosts outside the mesh are written", aServiceEntry({ resolution: "NONE", selector: null }), 0],
  ["a Service", aKubernetesService(), 0],
])("of %s", (_what, host, count) => expect(evidenceOf(selectorWithoutResolution, { hosts: [host] })).toHaveLength(count));

it("its patch silences it", () => expect(leftAfterPatch(selectorWithoutResolution, { hosts: [none] })).toEqual([]));
