import { expect, it } from "vitest";
import { hostFacetWords } from "./host-facet-words";

it.each([
  ["status", "missing", "Some are missing"],
  ["status", "takes-nobody", "Takes nobody"],
  ["answers", "pods", "Pods answer"],
  ["kind", "serviceentry", "ServiceEntry"],
  ["port", "8080", "8080"],
  ["status", "made-up", "made-up"],
])("a facet of hosts says %s:%s as %s", (facet, value, words) => {
  expect(hostFacetWords(facet, value)).toBe(words);
});
