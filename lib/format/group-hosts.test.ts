import { describe, expect, it } from "vitest";
import { groupServiceReason, groupServicesSentence, healthyZonesPhrase, otherEndpoints, outlierEjectionPhrase, templateNotSelectedPhrase } from "./group-hosts";

describe("the texts about a service of a group", () => {
  it.each([
    [null, "template not visible"],
    [[], ""],
    [
      [
        {
          reason: { code: "labels-differ", pairs: [{ key: "app", wanted: "a", found: "b" }] },
          change: { on: "machine", set: "labels", labels: [["app", "a"]] },
        },
      ],
      "new entries are not selected: label app is b, the selector wants a",
    ],
  ] as const)("state why the service does not select new entries, or nothing", (template, words) => {
    expect(templateNotSelectedPhrase({ template })).toBe(words);
  });

  it.each([
    [{ pods: { ready: 4 }, inline: 0 }, "4 pods"],
    [{ pods: { ready: 0 }, inline: 3 }, "3 inline endpoints"],
    [{ pods: { ready: 0 }, inline: 0, names: 1 }, "1 name"],
    [{ pods: null, inline: 0 }, "pods not visible"],
    [{ pods: { ready: 0 }, inline: 0, addresses: 2 }, "2 addresses"],
    [{ pods: { ready: 0 }, inline: 0, addresses: null }, "EndpointSlices not visible"],
    [{ pods: { ready: 0 }, inline: 0 }, "–"],
  ])("count endpoints that are no machines: %j", (host, words) => {
    expect(otherEndpoints({ names: 0, addresses: 0, ...host })).toBe(words);
  });

  const ALL = { taken: 6, serving: 6, inDoubt: 0, aside: 0, notReached: 0 };
  it.each([
    [{ takes: 6, machines: ALL }, 6, ""],
    [{ takes: 6, machines: ALL }, 48, "selects 6 of 48"],
    [{ takes: 6, machines: { ...ALL, serving: 0 } }, 6, "6 machines are not serving"],
    [
      { takes: 6, machines: { ...ALL, serving: 2, inDoubt: 1, aside: 1, notReached: 1 } },
      6,
      "1 machine is not serving · 1 not sent to its callers · 1 unverified · 1 draining or starting",
    ],
    [{ takes: 6, machines: null }, null, "machines are not visible"],
  ])("state the reason of the status: %j", (service, machines, words) => {
    expect(groupServiceReason({ template: [], ...service }, machines, false)).toBe(words);
  });

  it("use the past tense on a page of the past", () => {
    expect(groupServiceReason({ template: [], takes: 6, machines: { ...ALL, serving: 0 } }, 48, true)).toBe("6 machines were not serving · selected 6 of 48");
  });

  it.each([
    [{ hosts: 0, untaken: 3, machines: 3 }, false, "No service selects a machine of this group."],
    [{ hosts: 0, untaken: 3, machines: 3 }, true, "No service selected a machine of this group."],
    [{ hosts: 0, untaken: 0, machines: null }, false, "No service selects machines of its template."],
    [{ hosts: 2, untaken: 2, machines: 1_200 }, false, "2 of 1,200 machines belong to no service."],
    [{ hosts: 2, untaken: 1, machines: 4 }, false, "1 of 4 machines belongs to no service."],
    [{ hosts: 2, untaken: 0, machines: 4 }, false, ""],
  ])("describe how services divide the machines of a group: %j", (input, past, words) => {
    expect(groupServicesSentence(input, past)).toBe(words);
  });

  it.each([
    [null, ""],
    [[], ""],
    [[{ zone: "eu-1a", serving: 12 }], "all healthy machines in zone eu-1a"],
    [[{ zone: "none", serving: 2 }], "all healthy machines in no zone"],
    [
      [
        { zone: "eu-1a", serving: 12 },
        { zone: "none", serving: 1 },
      ],
      "healthy machines in eu-1a (12) and no zone (1)",
    ],
    [["a", "b", "c", "d", "e", "f"].map((zone) => ({ zone, serving: 1 })), "healthy machines in a (1), b (1), c (1), d (1) and 2 more zones"],
  ])("list the zones of healthy machines: %j", (zones, words) => {
    expect(healthyZonesPhrase(zones)).toBe(words);
  });

  it.each([
    [true, false, "outlier detection: callers eject endpoints that fail"],
    [true, true, "outlier detection: callers ejected endpoints that fail"],
    [false, false, "no outlier detection: callers call a lost machine until istiod removes it"],
    [null, false, "outlier detection is not known"],
  ])("state whether callers eject a dead machine: %s", (ejects, past, words) => {
    expect(outlierEjectionPhrase(ejects, past)).toBe(words);
  });
});
