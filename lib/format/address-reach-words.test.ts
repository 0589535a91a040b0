import { expect, it } from "vitest";
import { EMPTY_ADDRESS_OUTCOMES, type EmptyAddressOutcomeByCaller } from "@/lib/domain/networks/empty-address";
import { addressReachPhrase, addressReachSentences } from "./address-reach-words";

const reach = (own: EmptyAddressOutcomeByCaller["own"], others = own): EmptyAddressOutcomeByCaller => ({ own, others, none: others });

it.each<[EmptyAddressOutcomeByCaller, string]>([
  [reach("nothing", "gateway"), "callers in other networks get the gateway of vpc-2"],
  [reach("nothing", "not-known"), "callers in vpc-2 get no endpoint"],
  [reach("nothing"), "callers get no endpoint"],
  [reach("empty-address"), "callers get an empty address"],
  [reach("by-service"), "its DNS services differ from its other services"],
  [reach("not-known"), "the gateways that callers use are not known"],
])("has a phrase for each outcome: %j", (outcomes, phrase) => {
  expect(addressReachPhrase({ network: "vpc-2", reach: outcomes })).toBe(phrase);
});

it("names no other answer for callers of the own network than their outcome", () => {
  const mixed = addressReachSentences({ network: "vpc-2", reach: reach("not-known", "gateway") }, "", { past: false });
  expect(mixed).toBe("Callers in other networks reach it through the gateway of vpc-2.");
});

it.each(EMPTY_ADDRESS_OUTCOMES)("has at most 14 words in a sentence: %s", (outcome) => {
  const all = addressReachSentences({ network: "vpc-2", reach: reach(outcome) }, "", { past: false });
  for (const sentence of all.split(". ")) expect(sentence.split(" ").length).toBeLessThanOrEqual(14);
});
