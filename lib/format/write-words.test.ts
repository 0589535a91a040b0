import { describe, expect, it } from "vitest";
import {
  drainedBySpecWords,
  drainWords,
  entryFateWords,
  groupFateWords,
  impactHostWords,
  impactZonesWords,
  typeNameWords,
  unseenImpactWords,
} from "./write-words";

const host = { kind: "Service", namespace: "shop", name: "pay", host: "pay.shop", before: 3, after: 1, pods: 0, inline: 0 } as const;

describe("a host after a deletion", () => {
  it.each([
    [{}, "pay.shop: 1 of 3 machines left"],
    [{ pods: 2 }, "pay.shop: 1 of 3 machines left; 2 ready Pods"],
    [{ pods: null }, "pay.shop: 1 of 3 machines left; Pods are not visible to you"],
    [{ after: 0 }, "pay.shop: nobody is left of 3 machines; calls fail"],
    [{ after: 0, pods: null }, "pay.shop: 0 of 3 machines left; Pods are not visible to you"],
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
  ["auto-registered", "connected", /gets no new entry as long as it does/],
  ["auto-registered", "disconnected", /makes it again when its machine connects/],
  ["hand-written", "unmanaged", /Nobody makes it again/],
] as const)("the fate of an %s entry that is %s", (origin, connection, said) => {
  expect(entryFateWords({ origin, connection })).toMatch(said);
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
  expect(drainWords({ origin: "auto-registered" })).toHaveLength(2);
  expect(drainWords({ origin: "hand-written" })).toHaveLength(1);
  expect(drainedBySpecWords()).toContain("spec.labels");
  expect(typeNameWords({ name: "web" })).toBe("Hosts lose endpoints. Type web to delete it.");
});
