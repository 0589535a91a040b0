import { describe, expect, it } from "vitest";
import { type HurtHost, hurtHosts } from "./hurt-hosts";

const host = (own: Partial<HurtHost> = {}): HurtHost => ({
  ...{ hosts: ["a.example"], takes: 4, machines: { taken: 4, serving: 4, inDoubt: 0, aside: 0 }, pods: { ready: 0 }, inline: 0 },
  ...own,
});
const none = { taken: 4, serving: 0, inDoubt: 0, aside: 0 };

describe("the hosts that suffer with a group", () => {
  it.each<[string, HurtHost, boolean, string]>([
    ["not one whose machines all serve", host(), false, ""],
    [
      "one that keeps fewer than it takes",
      host({ machines: { taken: 4, serving: 3, inDoubt: 0, aside: 0 }, pods: { ready: 2 } }),
      false,
      "a.example keeps 3 machines and 2 pods",
    ],
    ["not one of whose machines somebody drains one", host({ machines: { taken: 4, serving: 3, inDoubt: 0, aside: 1 } }), false, ""],
    ["one whose machines are all drained", host({ machines: { taken: 4, serving: 0, inDoubt: 0, aside: 4 } }), false, "nobody answers for a.example"],
    ["one whose group misses machines", host(), true, "a.example keeps 4 machines"],
    ["one for which nobody answers", host({ machines: none }), false, "nobody answers for a.example"],
    ["but not where pods answer", host({ machines: none, pods: { ready: 1 } }), false, "a.example keeps 0 machines and 1 pod"],
    ["nor where inline endpoints do", host({ machines: none, inline: 2 }), false, "a.example keeps 0 machines and 2 inline endpoints"],
    [
      "nor where nobody can tell of its pods",
      host({ machines: none, pods: null }),
      false,
      "no machine answers for a.example, and its pods are not visible to you",
    ],
    [
      "one with machines in doubt",
      host({ hosts: ["a", "b", "c"], machines: { taken: 4, serving: 3, inDoubt: 1, aside: 0 }, pods: null }),
      false,
      "a and 2 more hosts keep 3 machines, 1 that nobody can vouch for (pods not visible)",
    ],
    ["not one whose machines are out of sight", host({ machines: null }), true, ""],
    ["not one that takes none of its machines", host({ takes: 0, machines: none }), false, ""],
  ])("%s", (_claim, one, missing, words) => {
    expect(hurtHosts([one], missing, false).map(({ text }) => text)).toEqual(words === "" ? [] : [words]);
  });

  it.each([
    [host({ machines: none }), "nobody answered for a.example"],
    [host({ machines: { taken: 4, serving: 1, inDoubt: 0, aside: 0 } }), "a.example kept 1 machine"],
  ])("are told of a moment that is over", (one, words) => {
    expect(hurtHosts([one], false, true).map(({ text }) => text)).toEqual([words]);
  });

  it("are named worst first, two of them", () => {
    const short = (name: string, serving: number) => host({ hosts: [name], machines: { taken: 9, serving, inDoubt: 0, aside: 0 } });
    const told = hurtHosts([short("many", 8), short("few", 1), host({ hosts: ["none"], machines: none })], false, false);
    expect(told.map(({ text, tone }) => [text, tone])).toEqual([
      ["nobody answers for none", "bad"],
      ["few keeps 1 machine", null],
      ["1 more host keeps fewer than it takes", null],
    ]);
  });
});
