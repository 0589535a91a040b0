import { describe, expect, it } from "vitest";
import {
  drainedBySpecWords,
  drainWords,
  entryFateWords,
  groupFateWords,
  impactHostWords,
  impactZonesWords,
  lostDrainWords,
  moreHostsWords,
  severalDoneWords,
  severalFatesWords,
  severalMissingWords,
  typeCountWords,
  typeNameWords,
  unseenImpactWords,
} from "./write-words";

const host = { kind: "Service", namespace: "shop", name: "pay", host: "pay.shop", before: 3, after: 1, pods: 0, inline: 0, addresses: 0 } as const;

describe("a host after a deletion", () => {
  it.each([
    [{}, "pay.shop: 1 of 3 machines left"],
    [{ pods: 2 }, "pay.shop: 1 of 3 machines left; 2 ready Pods"],
    [{ pods: null }, "pay.shop: 1 of 3 machines left; Pods are not visible to you"],
    [{ after: 0 }, "pay.shop: nobody is left of 3 machines; calls fail"],
    [{ after: 0, pods: null }, "pay.shop: 0 of 3 machines left; Pods are not visible to you"],
    [{ after: 0, addresses: 2 }, "pay.shop: 0 of 3 machines left; 2 addresses"],
    [{ after: 0, addresses: null }, "pay.shop: 0 of 3 machines left; EndpointSlices are not visible to you"],
    [{ after: 0, inline: 1 }, "pay.shop: 0 of 3 machines left; 1 written into it"],
  ])("with %j reads %j", (change, said) => {
    expect(impactHostWords({ ...host, ...change })).toBe(said);
  });
});

it("zones are told with what each loses", () => {
  expect(
    impactZonesWords({
      zones: [
        { zone: "eu/a", lost: 2 },
        { zone: "", lost: 1 },
      ],
    }),
  ).toBe("Endpoints lost by place: eu/a 2, no locality 1.");
  expect(impactZonesWords({ zones: [] })).toBe("");
});

it.each([
  ["without-entry", /gets no new entry as long as it does/],
  ["registers-anew", /makes it again when its machine connects/],
  ["by-hand", /Nobody makes it again/],
  ["refused", /is refused when it connects anew/],
  ["not-known", /is not known/],
] as const)("the fate %s of an entry", (fate, said) => {
  expect(entryFateWords(fate)).toMatch(said);
});

it("several entries are told by what becomes of their machines, the worst first", () => {
  expect(severalFatesWords(["registers-anew", "refused", "registers-anew"])).toEqual([
    "1 · refused when the machine connects anew: there is no WorkloadGroup of the name that it registers with",
    "2 · made again by istiod when the machine connects",
  ]);
  expect(severalFatesWords([])).toEqual([]);
});

it("several entries say how to confirm, which are gone, and what came of it", () => {
  expect(typeCountWords({ count: 3 })).toBe("Hosts lose endpoints. Type 3, the number of entries, to delete them.");
  expect(severalMissingWords({ count: 1 })).toBe("1 chosen entry is not there any more.");
  expect(severalDoneWords({ accepted: 2, refused: 0 })).toBe("2 accepted; the page follows the cluster.");
  expect(severalDoneWords({ accepted: 1, refused: 1 })).toMatch(/ 1 not deleted: each says why\.$/);
  expect([0, 1, 2].map((moreHosts) => moreHostsWords({ moreHosts }))).toEqual(["", "1 more host loses endpoints.", "2 more hosts lose endpoints."]);
});

it("a group tells what goes, what stays, and who is refused", () => {
  expect(groupFateWords({ entries: 2, staying: 1, connected: 1 }).join(" ")).toMatch(
    /deletes its 2 entries with it\. 1 entry without .* stays .* 1 machine stays connected .* refused/,
  );
  expect(groupFateWords({ entries: 0, staying: 0, connected: 0 })[0]).toBe("It owns no entries.");
  expect(groupFateWords({ entries: null, staying: 0, connected: 0 })[0]).toMatch(/not visible to you/);
});

it("what is not seen is named, and what a drain is not", () => {
  expect(unseenImpactWords({ unseen: ["services", "workload-pods"] })).toBe("Not visible to you, and so not counted: services.");
  expect(unseenImpactWords({ unseen: [] })).toBe("");
  expect(lostDrainWords({ name: "vm-1", reason: "disk", at: "10:00 UTC" })).toMatch(
    /^vm-1 was drained until its entry went at 10:00 UTC\. .* The reason was: disk$/,
  );
  expect(lostDrainWords({ name: "vm-1", reason: "", at: "10:00 UTC" })).toMatch(/No reason was kept\.$/);
  expect(drainWords({ origin: "auto-registered" })).toHaveLength(2);
  expect(drainWords({ origin: "hand-written" })).toHaveLength(1);
  expect(drainedBySpecWords()).toContain("spec.labels");
  expect(typeNameWords({ name: "web" })).toBe("Hosts lose endpoints. Type web to delete it.");
});
