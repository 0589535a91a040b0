import { expect, it } from "vitest";
import { anEntryRow } from "@/lib/testing/rows";
import { entriesListed, entriesMatched } from "./entries";
import { entryReasonStatement, entryTraffic, istiodNextAction, selectedBy } from "./entry";

const unknown = { services: null, moreServices: null, selectedBy: null, notSent: null };
const LOST = { code: "port-lost", by: "name", owner: { kind: "Service", namespace: "shop", name: "a" } } as const;

it.each([
  ["before they are read", null, unknown],
  ["if an object that may select it is hidden", { names: [], takers: 0, isWhole: false, notSent: null }, unknown],
  ["if no object selects it", { names: [], takers: 0, isWhole: true, notSent: null }, { services: [], moreServices: 0, selectedBy: 0 }],
  ["if it has no port", { names: [], takers: 2, isWhole: true, notSent: null }, { services: [], moreServices: 0, selectedBy: 2 }],
  ["if another object has its port", { names: [], takers: 1, isWhole: true, notSent: LOST }, { services: [], selectedBy: 1, notSent: LOST }],
  ["if one service sends it and another does not", { names: ["a"], takers: 2, isWhole: true, notSent: LOST }, { services: ["a"], notSent: null }],
  [
    "with two names if more services send it",
    { names: ["a", "b", "c"], takers: 3, isWhole: false, notSent: null },
    { services: ["a", "b"], moreServices: 1, selectedBy: 3 },
  ],
])("entryTraffic has the services of a machine, or null: %s", (_, services, values) => {
  expect(entryTraffic(anEntryRow(), services)).toMatchObject({ kind: "entry-traffic", entry: "checkout-10.20.1.14-vpc-2", state: "healthy", ...values });
});

it("entryTraffic has the outcome per caller of an entry without an address", () => {
  const reach = { own: "nothing", others: "gateway", none: "not-known" } as const;
  const found = entryTraffic(anEntryRow({ address: "", network: "vpc-2" }), null, reach);
  expect(found).toMatchObject({ network: "vpc-2", ownNetworkGets: "nothing", otherNetworksGet: "gateway", noNetworkGets: "not-known" });
  expect(entryTraffic(anEntryRow(), null)).toMatchObject({ ownNetworkGets: null, otherNetworksGet: null, noNetworkGets: null });
});

it("entryTraffic has the reason of an unverified connection and its replica", () => {
  const row = anEntryRow({ state: "unverified", connection: "ghost", connectionWhy: "restarted", controller: "istiod-a", vouched: false });
  expect(entryTraffic(row, null)).toMatchObject({ state: "unverified", verified: false, reason: "restarted", replica: "istiod-a" });
});

const recorded = (since: number | null) => ({ recorded: { since } });
it.each([
  [null, false, false, null],
  [{ total: 8 }, false, false, 8],
  [{ total: 0 }, false, true, null],
  [{ total: 8, vanished: recorded(5) }, false, false, null],
  [{ total: 8, vanished: recorded(5) }, true, false, 8],
  [{ total: 0, vanished: recorded(null) }, true, false, null],
  [{ total: 8 }, true, false, null],
])("entriesListed of %j (lost: %s, hidden: %s) has the total %s", (head, isLost, isHidden, total) => {
  expect(entriesListed(head, isLost, isHidden)).toEqual({ kind: "entries-listed", which: isLost ? "lost" : "registered", total });
});

it("entriesMatched has the numbers of the filter and the order", () => {
  expect(entriesMatched({ matched: 3, total: 8 }, "-name")).toEqual({ kind: "entries-matched", matched: 3, total: 8, sort: "-name" });
});

it("entryReasonStatement and istiodNextAction have the times of a countdown", () => {
  const row = anEntryRow({ state: "reconnecting", deadline: 7, message: "" });
  expect(entryReasonStatement(row)).toEqual({ kind: "entry-why", state: "reconnecting", reason: "", message: "", replica: "istiod-7c9f-b", deadline: 7 });
  const next = { kind: "delete", at: 7, latestAt: 9, assumed: true } as const;
  expect(istiodNextAction(next)).toEqual({ kind: "entry-next", action: "delete", at: 7, latestAt: 9, assumed: true });
});

it("selectedBy has the objects, the host names and the visible kinds", () => {
  const sight = { services: true, serviceEntries: false, elsewhere: false };
  const visible = { servicesVisible: true, serviceEntriesVisible: false, othersVisible: false };
  const asked = { namespace: "shop", objects: 3, hostNames: 2, sight };
  const hosts = (...isSent: readonly boolean[]) => ["a", "a", "b"].map((host, at) => ({ host, isSent: isSent[at] ?? false }));
  const of = (servicesSent: number | null, eachSends: boolean) => ({
    ...{ kind: "selected-by", namespace: "shop", objects: 3, services: 2, servicesSent, eachSends },
    ...visible,
  });
  expect(selectedBy({ ...asked, sent: null })).toEqual(of(null, false));
  expect(selectedBy({ ...asked, sent: hosts(true, true, true) })).toEqual(of(2, true));
  expect(selectedBy({ ...asked, sent: hosts(true, false, true) })).toEqual(of(2, false));
  expect(selectedBy({ ...asked, sent: hosts(false, false, true) })).toEqual(of(1, false));
});
