import { describe, expect, it } from "vitest";
import { type AnsweredHosts, answersFor, hostsPhrase, partlySeen, type SelectedInput, selectedSentence, writtenFor } from "./selected-hosts";

const PRESENT = { past: false } as const;

describe("hosts in a sentence", () => {
  it.each([
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and 1 more host"],
    [["a", "b", "c", "d"], "a, b and 2 more hosts"],
  ])("%j", (names, words) => {
    expect(hostsPhrase(names)).toBe(words);
  });
});

describe("for whom a machine answers", () => {
  const known = (own: Partial<AnsweredHosts>): AnsweredHosts => ({ names: [], takers: 0, isWhole: true, ...own });
  it.each<[string, AnsweredHosts | null, string, string]>([
    ["is not said before anybody knows", null, "", ""],
    ["is not said where not all is in sight", known({ isWhole: false }), "", ""],
    ["is nobody", known({}), "still ", "No host selects it."],
    ["is a host", known({ names: ["a.example"], takers: 1 }), "", "It answers for a.example."],
    ["is a host, although something is out of sight", known({ names: ["a.example"], takers: 1, isWhole: false }), "still ", "It still answers for a.example."],
    ["is nobody for lack of a port", known({ takers: 1 }), "", "It is selected, but has no port that is asked for."],
  ])("%s", (_claim, hosts, still, words) => {
    expect(answersFor(hosts, still, PRESENT)).toBe(words);
  });

  it.each([
    [known({}), "No host selected it."],
    [known({ names: ["a"], takers: 1 }), "It answered for a."],
    [known({ takers: 1 }), "It was selected, but had no port that was asked for."],
  ])("is told of a moment that is over", (hosts, words) => {
    expect(answersFor(hosts, "", { past: true, at: "at 04:16", moment: null })).toBe(words);
  });
});

describe("who selects a machine", () => {
  const all = { services: true, serviceEntries: true, elsewhere: true };
  const input = (own: Partial<SelectedInput>): SelectedInput => ({ objects: 0, hostsTotal: 0, namespace: "shop", sight: all, ...own });
  it.each<[SelectedInput, string, string]>([
    [input({}), "No Service and no ServiceEntry selects it.", ""],
    [input({ objects: 1, hostsTotal: 1 }), "", ""],
    [input({ objects: 2, hostsTotal: 3 }), "2 objects select it, for 3 hosts: each sends its callers here.", ""],
    [
      input({ sight: { ...all, services: false } }),
      "No ServiceEntry selects it. Services of shop are not visible to you, so whether one does is not known.",
      "",
    ],
    [
      input({ sight: { ...all, serviceEntries: false } }),
      "No Service selects it. ServiceEntries of shop are not visible to you, so whether one does is not known.",
      "",
    ],
    [
      input({ sight: { services: false, serviceEntries: false, elsewhere: false } }),
      "Neither Services nor ServiceEntries of shop are visible to you, so who selects it is not known.",
      "",
    ],
    [input({ objects: 1, sight: { ...all, services: false } }), "", "Services of shop are not visible to you: there may be more."],
    [
      input({ objects: 1, sight: { ...all, elsewhere: false } }),
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
