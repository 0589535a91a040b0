import { describe, expect, it } from "vitest";
import { entryTraffic, type SelectedBy, type ServicesSelectingMachine } from "@/lib/domain/statements/entry";
import { anEntryRow } from "@/lib/testing/rows";
import { answersFor, partlySeen, selectedSentence, servicesPhrase, writtenFor } from "./selected-hosts";

const PRESENT = { past: false } as const;

describe("services in a sentence", () => {
  it.each([
    [["a"], 0, "a"],
    [["a", "b"], 0, "a and b"],
    [["a", "b"], 1, "a, b and 1 more service"],
    [["a", "b"], 2, "a, b and 2 more services"],
  ])("%j and %i more", (names, more, text) => {
    expect(servicesPhrase(names, more)).toBe(text);
  });
});

describe("the services that send callers to a machine", () => {
  const known = (own: Partial<ServicesSelectingMachine>): ServicesSelectingMachine => ({ names: [], takers: 0, isWhole: true, notSent: null, ...own });
  const statement = (services: ServicesSelectingMachine | null) => entryTraffic(anEntryRow(), services);
  it.each<[string, ServicesSelectingMachine | null, string, string]>([
    ["are not named before they are known", null, "", ""],
    ["are not named if an object that may select it is not visible", known({ isWhole: false }), "", ""],
    ["are none", known({}), "still ", "No service selects it."],
    ["are one", known({ names: ["a.example"], takers: 1 }), "", "It is an endpoint of a.example."],
    ["are one, and more may be hidden", known({ names: ["a.example"], takers: 1, isWhole: false }), "still ", "It is still an endpoint of a.example."],
    [
      "are two with long names",
      known({ names: ["checkout-canary.shop.svc.cluster.local", "checkout.shop.svc.cluster.local"], takers: 2 }),
      "",
      "It is an endpoint of 2 services.",
    ],
    ["are more than two", known({ names: ["a", "b", "c"], takers: 3 }), "", "It is an endpoint of a, b and 1 more service."],
    [
      "send their callers to another object",
      known({ takers: 1, notSent: { code: "port-lost", by: "name", owner: { kind: "ServiceEntry", namespace: "shop", name: "old" } } }),
      "",
      "Services select it, but callers do not get it: ServiceEntry shop/old defines the host name and has no port with this name.",
    ],
    ["have no port", known({ takers: 1 }), "", "Services select it, but it has no port for their callers."],
  ])("%s", (_claim, services, still, text) => {
    expect(answersFor(statement(services), still, PRESENT)).toBe(text);
  });

  it.each([
    [known({}), "No service selected it."],
    [known({ names: ["a"], takers: 1 }), "It was an endpoint of a."],
    [known({ takers: 1 }), "Services selected it, but it had no port for their callers."],
  ])("are named in the past tense if the page is not live: %j", (services, text) => {
    expect(answersFor(statement(services), "", { past: true, at: "at 04:16", moment: null })).toBe(text);
  });
});

describe("a selected-by statement", () => {
  const input = (own: Partial<SelectedBy>): SelectedBy => ({
    ...{ kind: "selected-by", namespace: "shop", objects: 0, services: 0, servicesVisible: true, serviceEntriesVisible: true, othersVisible: true },
    ...{ servicesSent: 0, eachSends: false },
    ...own,
  });
  it.each<[SelectedBy, string, string]>([
    [input({}), "No Service and no ServiceEntry selects it.", ""],
    [input({ objects: 1, services: 1 }), "", ""],
    [input({ objects: 2, services: 3, servicesSent: 3, eachSends: true }), "2 objects define these services. Callers of each get the machine.", ""],
    [input({ objects: 3, services: 3, servicesSent: 1 }), "Callers of 1 get the machine.", ""],
    [input({ objects: 3, services: 2, servicesSent: 2 }), "3 objects define these services. Callers get the machine, but not from each object.", ""],
    [input({ objects: 2, services: 1 }), "2 objects define this service. No caller gets the machine.", ""],
    [input({ objects: 2, services: 120, servicesSent: null }), "2 objects define these services.", ""],
    [input({ servicesVisible: false }), "No ServiceEntry selects it. Services of shop are not visible to you, so whether one does is not known.", ""],
    [input({ serviceEntriesVisible: false }), "No Service selects it. ServiceEntries of shop are not visible to you, so whether one does is not known.", ""],
    [
      input({ servicesVisible: false, serviceEntriesVisible: false, othersVisible: false }),
      "Neither Services nor ServiceEntries of shop are visible to you, so who selects it is not known.",
      "",
    ],
    [input({ objects: 1, servicesVisible: false }), "", "Services of shop are not visible to you: there may be more."],
    [
      input({ objects: 1, othersVisible: false }),
      "",
      "Not all Services and ServiceEntries of other namespaces are visible to you: another namespace may own a host of these.",
    ],
  ])("%j", (selected, words, beside) => {
    expect([selectedSentence(selected, false), partlySeen(selected)]).toEqual([words, beside]);
  });
});

it("says what follows where its address is written elsewhere", () => {
  expect(writtenFor("a.example")).toBe(" as an endpoint: callers of a.example are sent there, whatever this entry says.");
});
