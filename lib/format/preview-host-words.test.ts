import { expect, it } from "vitest";
import type { HostNameClaimant, HostNameOwnersBeforeAfter, WildcardOwnerChange } from "@/lib/domain/preview/owner-changes";
import { type HostChange, nobodyLeftWords, ownersUntoldNote, ownerWords, roundRobinWords, unseenRivalsWords, wildcardWords } from "./preview-host-words";

const mine: HostNameClaimant = { kind: "ServiceEntry", namespace: "shop", name: "a" };
const other: HostNameClaimant = { kind: "ServiceEntry", namespace: "legacy", name: "b" };
const change = (own: Partial<HostNameOwnersBeforeAfter>): HostNameOwnersBeforeAfter => ({
  ...{ host: "a.test", namespaces: ["pay"], elsewhere: false, before: mine, after: mine, losers: [], isDetermined: true },
  ...own,
});

it.each<[Partial<HostNameOwnersBeforeAfter>, string | undefined]>([
  [{}, undefined],
  [{ before: null }, undefined],
  [{ before: other }, "a.test is taken from ServiceEntry legacy/b for callers in pay: its endpoints get nothing from them any more."],
  [{ after: other }, "a.test goes to ServiceEntry legacy/b for callers in pay: they get its endpoints instead."],
  [{ after: null, elsewhere: true }, "a.test is unknown to callers in pay and everywhere else from then on."],
  [{ after: null, namespaces: [], elsewhere: true }, "a.test is unknown to all other callers from then on."],
  [{ before: other, after: other, losers: [mine] }, "ServiceEntry legacy/b claims a.test too: callers in pay get its endpoints only, and none of this object."],
  [{ losers: [other] }, "ServiceEntry legacy/b claims a.test too: callers in pay get the endpoints of this object only."],
  [{ isDetermined: false }, "a.test: two ServiceEntries of one age claim it in one namespace. Which of them defines it for callers in pay is not determined."],
  [
    { after: other, namespaces: ["a", "b", "c", "d", "e"] },
    "a.test goes to ServiceEntry legacy/b for callers in a, b, c and 2 more namespaces: they get its endpoints instead.",
  ],
])("%o", (own, words) => {
  expect(ownerWords(change(own), mine)?.text).toBe(words);
});

it.each<[Partial<HostNameOwnersBeforeAfter>, HostChange]>([
  [{ before: other }, { is: "taken", host: "a.test", owner: "ServiceEntry legacy/b", callers: ["pay"] }],
  [
    { after: other, namespaces: ["pay", "lab"] },
    { is: "lost", host: "a.test", owner: "ServiceEntry legacy/b", callers: ["pay", "lab"] },
  ],
  [{ after: null }, { is: "unknown", host: "a.test", owner: "", callers: ["pay"] }],
])("has the values of its text: %o", (own, values) => {
  expect(ownerWords(change(own), mine)?.change).toEqual(values);
});

it("what else is said of hosts", () => {
  expect(nobodyLeftWords(["a", "b"]).text).toBe("a, b are left with nobody who answers.");
  expect(roundRobinWords({ matched: 3 }).text).toBe("DNS_ROUND_ROBIN sends callers one endpoint, the first: of the 3 that match, the others get nothing.");
  expect(ownersUntoldNote().text).toBe("Who owns a host that several objects claim is told for sidecars only.");
  expect(unseenRivalsWords(["Services"]).text).toBe("Another namespace may own these hosts: Services of other namespaces are not visible to you.");
});

it.each<[WildcardOwnerChange, string]>([
  [
    { what: "takes-from", host: "a.x.com", wildcard: { host: "*.x.com", of: other } },
    "Requests for a.x.com went to *.x.com of ServiceEntry legacy/b: the more specific host wins.",
  ],
  [{ what: "falls-to", host: "a.x.com", wildcard: { host: "*.x.com", of: other } }, "Requests for a.x.com go on to *.x.com of ServiceEntry legacy/b."],
  [
    {
      what: "leaves-out",
      host: "*.x.com",
      others: [
        { host: "a.x.com", of: other },
        { host: "b.x.com", of: other },
      ],
    },
    "*.x.com does not take requests for a.x.com of ServiceEntry legacy/b and 1 more: the more specific host wins.",
  ],
])("%o", (told, words) => {
  expect(wildcardWords(told).text).toBe(words);
});
