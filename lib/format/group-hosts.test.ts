import { describe, expect, it } from "vitest";
import { answeringPhrase, ejectsPhrase, groupHostsSentence, takesPhrase, templatePhrase, zonesPhrase } from "./group-hosts";

describe("a host beside a group", () => {
  it.each([
    [32, 34, "32 of 34"],
    [0, null, "machines not visible"],
  ])("takes %i of its %s machines", (takes, machines, words) => {
    expect(takesPhrase({ takes }, machines)).toBe(words);
  });

  it.each([
    [null, "template not visible"],
    [[], "taken"],
    [
      [
        {
          reason: { code: "labels-differ", pairs: [{ key: "app", wanted: "a", found: "b" }] },
          change: { on: "machine", set: "labels", labels: [["app", "a"]] },
        },
      ],
      "not taken: label app is b, the selector wants a",
    ],
  ] as const)("takes what its template makes, or not", (template, words) => {
    expect(templatePhrase({ template })).toBe(words);
  });

  it.each([
    [{ machines: { serving: 32, inDoubt: 0, notReached: 0 }, pods: { ready: 4 }, inline: 0 }, "32 machines, 4 pods"],
    [{ machines: { serving: 1, inDoubt: 2, notReached: 0 }, pods: { ready: 0 }, inline: 3 }, "1 machine, 2 unverified, 3 inline endpoints"],
    [{ machines: { serving: 1, inDoubt: 0, notReached: 2 }, pods: { ready: 0 }, inline: 0, names: 1 }, "1 machine, 1 name, 2 not sent to its callers"],
    [{ machines: null, pods: null, inline: 0 }, "machines not visible, pods not visible"],
    [{ machines: null, pods: { ready: 0 }, inline: 0, addresses: 2 }, "machines not visible, 2 addresses"],
    [{ machines: null, pods: { ready: 0 }, inline: 0, addresses: null }, "machines not visible, EndpointSlices not visible"],
  ])("has who answers: %j", (host, words) => {
    expect(answeringPhrase({ names: 0, addresses: 0, ...host })).toBe(words);
  });

  it.each([
    [{ hosts: 0, untaken: 3, machines: 3 }, false, "No host selects a machine of this group."],
    [{ hosts: 0, untaken: 3, machines: 3 }, true, "No host selected a machine of this group."],
    [{ hosts: 0, untaken: 0, machines: null }, false, "No host takes what its template makes."],
    [{ hosts: 2, untaken: 2, machines: 1_200 }, false, "2 machines of 1,200 are in no host."],
    [{ hosts: 2, untaken: 1, machines: 4 }, false, "1 machine of 4 is in no host."],
    [{ hosts: 2, untaken: 0, machines: 4 }, false, ""],
  ])("shares its machines: %j", (input, past, words) => {
    expect(groupHostsSentence(input, past)).toBe(words);
  });

  it.each([
    [null, ""],
    [[], ""],
    [[{ zone: "eu-1a", serving: 12 }], "all selected and healthy machines in zone eu-1a"],
    [[{ zone: "none", serving: 2 }], "all selected and healthy machines in no zone"],
    [
      [
        { zone: "eu-1a", serving: 12 },
        { zone: "none", serving: 1 },
      ],
      "selected and healthy machines in eu-1a (12) and no zone (1)",
    ],
    [["a", "b", "c", "d", "e", "f"].map((zone) => ({ zone, serving: 1 })), "selected and healthy machines in a (1), b (1), c (1), d (1) and 2 more zones"],
  ])("has its machines in zones: %j", (zones, words) => {
    expect(zonesPhrase(zones)).toBe(words);
  });

  it.each([
    [true, false, "outlier detection: callers take out endpoints that fail"],
    [true, true, "outlier detection: callers took out endpoints that fail"],
    [false, false, "no outlier detection: callers ask a dead machine until it leaves the list"],
    [null, false, "whether callers leave a dead machine is not known"],
  ])("loses requests to the dead, or not: %s", (ejects, past, words) => {
    expect(ejectsPhrase(ejects, past)).toBe(words);
  });
});
