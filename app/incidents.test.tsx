import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { Incident } from "@/lib/domain/incidents/incident";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import { exportList } from "@/lib/server/export/export-list";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aGroup, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { aService } from "@/lib/testing/hosts";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { connectRoutes, type Search, serveFleet, shownPage, textOf } from "./rendered-pages.fixture";

const ONE = scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, ["shop"]] as const))]]));
const PAY = [3, 4].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
const INCIDENT = anIncident({ key: "q7fd", members: [aMember(1), aMember(2), ...PAY], unknownSince: NOW, openedAt: NOW + 30_000 });

const MINUTE = 60_000;
const LIVE = { kind: "live", asOf: NOW, reason: "" } as const;
const STATUS: ClusterStatus = {
  ...{ cluster: "prod-eu", skewMs: null, version: "1.35", triedSince: NOW, freshness: LIVE },
  sources: SOURCE_NAMES.map((source) => ({ source, namespace: "*", proofMs: 60_000, objects: 1, unreadable: 0, freshness: LIVE })),
};

beforeEach(connectRoutes);
afterEach(() => cleanup());

/** `since`: the moment from which the server knows its incidents; null = it records nothing, or has not read them. */
async function textFor(scope: Scope, search: Search = {}, since: number | null = NOW - 60_000, change: Partial<Incident> = {}): Promise<string> {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  await played.live([anEntry()], [aGroup({ expectedSize: "2" })]);
  if (since !== null) {
    played.fleet.incidentMemory.begin(since);
    played.fleet.incidentMemory.update([{ ...INCIDENT, ...change }]);
  }
  const runtime = serveFleet({ played, scope, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  return textOf((await shownPage("incidents/page", {}, search)).querySelector("main") as Element, "desk");
}

/** The page of the incident `q7fd`. */
async function pageOf(scope: Scope, change: Partial<Incident> = {}, key = "q7fd"): Promise<Element> {
  const played = await rememberedFleet(new ManualClock(NOW + 4 * MINUTE), aWorld([aReplica()]));
  await played.live([anEntry({ name: "vm-9" })], [aGroup({ expectedSize: "2" })]);
  played.fleet.incidentMemory.begin(NOW - MINUTE);
  played.fleet.incidentMemory.update([{ ...INCIDENT, unknownSince: null, ...change }]);
  const runtime = serveFleet({ played, scope, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  return (await shownPage("incidents/[key]/page", { key }, {})).querySelector("main") as Element;
}

const textOfPage = async (...of: Parameters<typeof pageOf>) => textOf(await pageOf(...of), "desk");

/** The link to an incident on the page of an object, as its text and its address; null = it has none. */
async function linkOn(page: string, params: Search, scope: Scope, change: Partial<Incident> = {}): Promise<string | null> {
  const played = await rememberedFleet(new ManualClock(NOW + 4 * MINUTE), aWorld([aReplica()]));
  const zoneOf = (n: number) => `eu/eu-${n <= 2 ? 1 : 2}`;
  const machines = [1, 2, ...Array.from({ length: 10 }, (_, n) => 11 + n)].map((n) =>
    anEntry({ uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, locality: zoneOf(n), network: "net-1" }),
  );
  await played.live(machines, [aGroup({ expectedSize: "2" })]);
  played.fleet.tables.services.upsert(aService({ name: "web", selector: [["app", "checkout"]] }) as never);
  played.fleet.incidentMemory.begin(NOW - MINUTE);
  played.fleet.incidentMemory.update([{ ...INCIDENT, unknownSince: null, ...change }]);
  const runtime = serveFleet({ played, scope, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  const shown = (await shownPage(page, params, {})).querySelector("main [data-incident]");
  return shown === null ? null : `${textOf(shown, "desk").replace(/\s+/g, " ")} ${shown.querySelector("a")?.getAttribute("href")}`;
}

const OBJECT = { cluster: "prod-eu", namespace: "shop" };
const OBJECT_PAGES: readonly (readonly [string, string, Search])[] = [
  ["an entry", "c/[cluster]/entries/[namespace]/[name]/page", { ...OBJECT, name: "vm-1" }],
  ["a group", "c/[cluster]/groups/[namespace]/[name]/page", { ...OBJECT, name: "checkout" }],
  ["a service", "c/[cluster]/[resource]/[namespace]/[name]/page", { ...OBJECT, resource: "services", name: "web" }],
];

it.each(OBJECT_PAGES)("the page of %s links to its incident, with key, state and title", async (_, page, params) => {
  expect(await linkOn(page, params, ALL_IN_SIGHT)).toBe("Incident q7fd Open Zone eu-1: 4 failed (HTTP probe failed) /incidents/q7fd");
  cleanup();
  const ended = { ...anEndedIncident(INCIDENT, NOW + MINUTE), unknownSince: null };
  expect(await linkOn(page, params, ALL_IN_SIGHT, ended)).toMatch(/^Incident q7fd Over /);
});

it.each(OBJECT_PAGES)("the page of %s shows a viewer of its namespace the visible part of its incident", async (_, page, params) => {
  const link = await linkOn(page, params, ONE);
  expect(link).toMatch(/^Incident q7fd Open .*2 failed/);
  expect(link).not.toMatch(/ledger|4 failed/);
});

it("the page of localities links a zone to the incident whose cause it may be, from the visible part alone", async () => {
  const [page, link] = ["localities/page", /^incident q7fd Open \/incidents\/q7fd$/] as const;
  expect(await linkOn(page, {}, ALL_IN_SIGHT)).toMatch(link);
  expect(document.querySelectorAll("main [data-incident]"), "in one zone only").toHaveLength(1);
  cleanup();
  expect(await linkOn(page, {}, ONE)).toMatch(link);
  cleanup();
  expect(await linkOn(page, {}, ONE, { members: PAY })).toBeNull();
  cleanup();
  expect(await linkOn(page, {}, ALL_IN_SIGHT, { cause: { kind: "time-only", traits: [], group: null } })).toBeNull();
});

it.each(OBJECT_PAGES)("the page of %s has no link to an incident of other machines only", async (_, page, params) => {
  expect(await linkOn(page, params, ALL_IN_SIGHT, { members: PAY })).toBeNull();
});

it("the page of incidents links each row to the page of its incident", async () => {
  await textFor(ALL_IN_SIGHT);
  expect(document.querySelector("a[data-row-link]")?.getAttribute("href")).toBe("/incidents/q7fd");
});

it("the page of one incident shows its cause, course, comparison, changes, groups and machines", async () => {
  const change = { kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels", seenAt: NOW - 18_000, ownAt: null, groups: ["shop/checkout"] };
  const edit = { fields: [{ field: "spec.template.labels[version]", from: "v40", to: "v41" }], more: 0, by: "argocd" };
  const page = await pageOf(ALL_IN_SIGHT, { changes: [{ cluster: "prod-eu", version: "v41", edit, ...change }], services: [aLostService("radius")] });
  const text = textOf(page, "desk");
  expect(text).toMatch(/Zone eu-1 ?: 4 failed \(HTTP probe failed\)/);
  for (const part of ["Open for 3 min.", "Peak 4 machines at", "16 machine-minutes", "WorkloadGroup shop/checkout", "18 s before"])
    expect(text).toContain(part);
  for (const part of [
    "Consider a rollback of WorkloadGroup shop/checkout from v41 to v40.",
    "labels[version]: v40 → v41",
    "changed by argocd",
    "Cannot tell: no istiod replica",
    "no healthy endpoint since",
  ])
    expect(text).toContain(part);
  expect(page.querySelector('[data-group="shop/checkout"] [data-condition="failed"]')?.getAttribute("href")).toBe(
    "/entries?cluster=prod-eu&ns=shop&q=group%3Ashop%2Fcheckout+state%3Aunhealthy+state%3Ano-endpoint",
  );
  expect(page.querySelectorAll('[data-section="incident-machines"] tbody a[data-row-link]')).toHaveLength(4);
});

it("the page of one incident shows a viewer of one namespace nothing that hidden machines prove", async () => {
  const text = await textOfPage(ONE, { changes: [], services: [aLostService("ledger", NOW, "pay")] });
  expect(text).toContain("2 failed of 2");
  expect(text).toContain("There is more outside your view.");
  expect(text).not.toMatch(/ledger|pay\/|vm-3/);
});

it.each([
  ["recovering", { state: "recovering", stateSince: NOW + 3 * MINUTE }, "Recovering for 1 min."],
  ["long-running", { state: "long-running" }, "Long-running: open for 3 min without getting worse."],
  ["not known", { unknownSince: NOW }, /Not known since .*, because its cluster is not observed/],
  ["found at a start", { foundAtStart: true }, /Began before .*, when Stolos started/],
  ["not recorded at its beginning", { began: { at: NOW, notBefore: NOW - MINUTE } }, /Began between .* and .* \(not recorded\)/],
  ["planned", { planned: { reason: "kernel", until: NOW + 9 * MINUTE } }, /Planned: kernel.*Planned until/],
  ["over", { ...anEndedIncident(INCIDENT, NOW + MINUTE), unknownSince: null }, /Over since .*, after 6 min.*Ended 4 serving again/],
  ["over, with later evidence", { ...anEndedIncident(INCIDENT, NOW), appended: [{ at: NOW, what: "vm-1 lost swept" }] }, /vm-1: lost, swept by istiod/],
] as const)("the page of one incident states that it is %s", async (_, change, text) => {
  expect(await textOfPage(ALL_IN_SIGHT, change)).toMatch(text);
});

it("the page of one incident redirects to the older incident that it became a part of", async () => {
  const merged = { ...INCIDENT, key: "older" };
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  played.fleet.incidentMemory.update([merged, { ...INCIDENT, state: "over", mergedInto: "older" }]);
  const runtime = serveFleet({ played, scope: ALL_IN_SIGHT, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  await expect(shownPage("incidents/[key]/page", { key: "q7fd" }, {})).rejects.toThrow("redirect to /incidents/older");
});

it("the page of one incident is not found if there is none, or no part of it is visible", async () => {
  await expect(pageOf(ALL_IN_SIGHT, {}, "none")).rejects.toThrow("not found");
  await expect(pageOf(sightOfNamespaces("other"))).rejects.toThrow("not found");
});

/** A server with ended incidents in its history only. */
async function withStored(scope: Scope, ...incidents: readonly Incident[]) {
  const played = await rememberedFleet(new ManualClock(NOW + 60 * MINUTE), aWorld([aReplica()]));
  const store = new IncidentStore(played.database);
  for (const incident of incidents) await store.save({ cluster: "prod-eu", asOf: NOW, incidents: [incident], engine: { format: 1, body: "" } });
  played.fleet.incidentMemory.begin(NOW);
  const runtime = serveFleet({ played, scope, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  const shown = async (key = "q7fd") => textOf((await shownPage("incidents/[key]/page", { key }, {})).querySelector("main") as Element, "desk");
  return { played, shown, runtime };
}

const ENDED = anEndedIncident({ ...INCIDENT, unknownSince: null }, NOW + MINUTE);

it("the page of a stored incident has the visible part only", async () => {
  const { shown } = await withStored(sightOfNamespaces("shop"), ENDED);
  const text = await shown();
  expect(text).toContain("There is more outside your view.");
  expect(text).toContain("2 at the peak");
  expect(text).not.toMatch(/ledger|pay\/|vm-3|eu-1/);
});

it.each([["q7fd"], ["none"]])("the page of the stored incident %s is not found if no part of it is visible", async (key) => {
  const { shown } = await withStored(sightOfNamespaces("other"), ENDED);
  await expect(shown(key)).rejects.toThrow("not found");
});

it("the page of a stored incident does not name a replica without the right to istiod's Pods", async () => {
  const traits = [{ trait: "replica", value: "istiod-1", bad: 4, of: 4, others: 0, ofOthers: 90 } as const];
  const { shown } = await withStored(sightOfNamespaces("shop", "pay"), { ...ENDED, cause: { kind: "trait", traits, group: null } });
  const text = await shown();
  expect(text).toContain("Cannot tell: istiod's Pods are not visible to you.");
  expect(text).not.toContain("istiod-1");
});

it("the page of a stored incident hides the reason of its maintenance window without the right to groups", async () => {
  const planned = { reason: "kernel", until: NOW + 9 * MINUTE };
  const machinesOnly = scopeFromPermissions(new Map([["prod-eu", new Map([["workloadentries", "all" as const]])]]));
  const { shown } = await withStored(machinesOnly, { ...ENDED, planned });
  const text = await shown();
  expect(text).toContain("Planned: reason not visible to you");
  expect(text).not.toContain("kernel");
});

it("the page of a stored incident states that a later version wrote its numbers", async () => {
  const { played, shown } = await withStored(ALL_IN_SIGHT, ENDED);
  await played.database.write.updateTable("incident").set({ format: 9 }).execute();
  expect(await shown()).toContain("The numbers of this incident are not readable: a later version of Stolos wrote it (format 9).");
});

it("the page of an ended incident comes from the history if it is not in memory, with earlier cases", async () => {
  const began = { at: NOW - 60 * MINUTE, notBefore: null };
  const before = anIncident({ key: "v4nc", members: [aMember(9, { joinedAt: began.at })], began, openedAt: began.at });
  const { shown } = await withStored(ALL_IN_SIGHT, anEndedIncident(before, NOW - 50 * MINUTE), ENDED);
  const text = await shown();
  expect(text).toMatch(/Zone eu-1 ?: 4 at the peak/);
  expect(text).toContain("One similar case: all serving again after 15 min.");
  expect(text).toMatch(/v4nc shop\/checkout, [^:]*\d\d:\d\d:\d\d: 1 machine /);
});

it.each([
  ["shows its notes to a viewer of each of its namespaces", sightOfNamespaces("shop", "pay"), /Notes ?1 ann \d\d:\d\d:\d\d.* two <b>switches<\/b>/],
  ["shows no note to a viewer of one of its namespaces", ONE, /^(?!.*switches).*Notes need the right to list entries in every namespace/s],
])("the page of a stored incident %s", async (_, scope, text) => {
  const { played, shown } = await withStored(scope, ENDED);
  const note = { incident_id: 1, note_key: "n", edit: 1, at: NOW, who: "ann", note: "two <b>switches</b>" };
  await played.database.write.insertInto("incident_note").values(note).execute();
  expect(await shown()).toMatch(text);
});

/** A server whose history records since 30 min before the incident, and has it as it is 20 min after. */
async function withRecorded(scope: Scope, incident: Incident, inMemory = true) {
  const clock = new ManualClock(NOW - 30 * MINUTE);
  const played = await rememberedFleet(clock, aWorld([aReplica()]));
  await played.live([anEntry({ name: "vm-9" })], [aGroup({ expectedSize: "2" })]);
  await played.wait(50 * MINUTE);
  const store = new IncidentStore(played.database);
  await store.save({ cluster: "prod-eu", asOf: NOW, incidents: [incident], engine: { format: 1, body: "" } });
  played.fleet.incidentMemory.begin(NOW - 30 * MINUTE);
  if (inMemory) played.fleet.incidentMemory.update([incident]);
  const runtime = serveFleet({ played, scope, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  const at = async (moment: number | null, key = "q7fd") => {
    const search: Search = moment === null ? {} : { at: new Date(moment).toISOString() };
    return (await shownPage("incidents/[key]/page", { key }, search)).querySelector("main") as Element;
  };
  return { at, store, played };
}

const LATE = aMember(3, { namespace: "pay", group: "ledger", joinedAt: NOW + 2 * MINUTE });
const RECORDED = { ...INCIDENT, unknownSince: null, openedAt: NOW };
/** The fourth machine joins after two minutes. */
const GROWING = {
  ...RECORDED,
  members: [aMember(1), aMember(2), aMember(4, { namespace: "pay", group: "ledger" }), LATE],
  peak: { at: NOW + 2 * MINUTE, bad: 4 },
};
const SOLVED = anEndedIncident(GROWING, NOW + 8 * MINUTE);

it.each([
  ["in memory", true],
  ["in the history only", false],
])("the page of an incident that is over shows at a moment what it was then: %s", async (_, inMemory) => {
  const { at } = await withRecorded(ALL_IN_SIGHT, SOLVED, inMemory);
  const text = textOf(await at(NOW + MINUTE), "desk");
  for (const part of ["3 failed", "Open for 1 min.", "Peak 3 machines", "3 machine-minutes"]) expect(text).toContain(part);
  expect(text).not.toMatch(/Over|Serving again|vm-3/);
  cleanup();
  expect(textOf(await at(NOW + 4 * MINUTE), "desk")).toContain("4 failed");
  cleanup();
  expect(textOf(await at(null), "desk")).toContain("4 at the peak");
});

it("the page of an incident at a moment has the rights of now", async () => {
  const { at } = await withRecorded(ONE, SOLVED);
  const text = textOf(await at(NOW + 4 * MINUTE), "desk");
  expect(text).toContain("2 failed");
  expect(text).toContain("There is more outside your view.");
  expect(text).not.toMatch(/pay\/|ledger|vm-3/);
});

it("the page of an incident at a moment before it opened states that, and leads to its page of now", async () => {
  const { at } = await withRecorded(ALL_IN_SIGHT, SOLVED);
  const page = await at(NOW - MINUTE);
  expect(textOf(page, "desk")).toContain("It was not open at this time, or no part of it is visible to you");
  expect(page.querySelector('a[href="/incidents/q7fd"]')).not.toBeNull();
});

it("the page of an incident redirects to the older one from the moment at which it became a part of it", async () => {
  const { at, store } = await withRecorded(ALL_IN_SIGHT, RECORDED);
  const younger = anIncident({ key: "younger", members: [aMember(7, { joinedAt: NOW })], openedAt: NOW });
  const merged = { ...younger, state: "over", stateSince: NOW + 5 * MINUTE, endedAt: NOW + 5 * MINUTE, mergedInto: "q7fd" } as const;
  await store.save({ cluster: "prod-eu", asOf: NOW, incidents: [younger], engine: { format: 1, body: "" } });
  await store.save({ cluster: "prod-eu", asOf: NOW, incidents: [merged], engine: { format: 1, body: "" } });
  expect(textOf(await at(NOW + MINUTE, "younger"), "desk")).toContain("1 failed");
  cleanup();
  await expect(at(NOW + 6 * MINUTE, "younger")).rejects.toThrow(
    `redirect to /incidents/q7fd?at=${new Date(NOW + 6 * MINUTE).toISOString().replace(".000", "")}`,
  );
});

it("the page of an incident has the chart of its machines, and no control at a moment of the past", async () => {
  const { at } = await withRecorded(ALL_IN_SIGHT, RECORDED);
  const page = await at(null);
  expect(page.querySelector('[data-section="timeline"] [role="img"]')?.getAttribute("aria-label")).toContain("at most 4 of 4 not serving");
  expect(page.querySelector('[data-section="timeline"] h2')?.textContent).toBe("Not serving");
  expect(page.querySelector('[data-section="incident-notes"] button')).not.toBeNull();
  cleanup();
  expect((await at(NOW + MINUTE)).querySelector('[data-section="incident-notes"] button')).toBeNull();
});

it("the page of incidents shows each with its title, machines, peak and key", async () => {
  const text = await textFor(ALL_IN_SIGHT);
  expect(text).toMatch(/1 open incident ?\./);
  expect(text).toMatch(/Zone eu-1 ?4 failed ?HTTP probe failed · pay\/ledger and shop\/checkout/);
  expect(text).toMatch(/q7fd/);
  expect(text).toMatch(/Open at/);
});

it("the page of incidents shows a viewer of one namespace the part in it, and that there is more", async () => {
  const text = await textFor(ONE);
  expect(text).toMatch(/2 failed of 2 ?HTTP probe failed( · shop\/checkout)? ?· also outside your view/);
  expect(text).not.toContain("ledger");
});

it("the page of incidents offers to remove a filter that no incident matches", async () => {
  expect(await textFor(ALL_IN_SIGHT, { q: "state:over" })).toContain("None of 1 incident matches");
});

it("the page of incidents shows on a phone all that it shows on a desk, in two lines", async () => {
  await textFor(ALL_IN_SIGHT);
  const row = document.querySelector('[data-section="incidents"] tbody tr') as Element;
  const [phone, desk] = (["phone", "desk"] as const).map((width) => textOf(row, width));
  for (const part of ["Open at", "q7fd", "Zone eu-1", "4 failed", "HTTP probe failed"])
    expect([phone, desk]).toEqual([expect.stringContaining(part), expect.stringContaining(part)]);
});

it("the page of incidents has the older ones of the history on further pages, and in its file", async () => {
  const ended = Array.from({ length: 60 }, (_, n) => anEndedIncident(anIncident({ key: `ended-${n}`, members: [aMember(10 + n)] }), NOW + n * MINUTE));
  const { played, runtime } = await withStored(ALL_IN_SIGHT, ...ended);
  played.fleet.incidentMemory.begin(NOW, NOW + 70 * MINUTE);
  const page = async (search: Search) => {
    cleanup();
    return (await shownPage("incidents/page", {}, search)).querySelector("main") as Element;
  };
  const first = await page({});
  const older = first.querySelector("a[data-older]")?.getAttribute("href") ?? "";
  expect(older).toMatch(/^\/incidents\?before=/);
  const second = await page({ before: new URLSearchParams(older.split("?")[1]).get("before") ?? "" });
  const keys = [...second.querySelectorAll("a[data-row-link]")].map((link) => link.getAttribute("href"));
  expect([keys[0], keys.length]).toEqual(["/incidents/ended-59", 50]);
  expect(second.querySelector("a[data-older]")?.getAttribute("href")).toBe("/incidents?before=ended-10");
  const file = async (search: string, scope: Scope = ALL_IN_SIGHT) => {
    const viewer = { subject: "ann", scope, mayWrite: false };
    return (await exportList(runtime, viewer, new URLSearchParams(`what=incidents&format=csv&${search}`))).text();
  };
  const rows = (csv: string) => csv.match(/^ended-\d+/gm) ?? [];
  expect(rows(await file(""))).toHaveLength(60);
  expect(rows(await file("q=ended-3"))).toHaveLength(11);
  expect(rows(await file("", sightOfNamespaces("other")))).toEqual([]);
  await expect(file("q=tier:9")).rejects.toMatchObject({ status: 400, field: "q" });
  await expect(file("window=banana")).rejects.toMatchObject({ status: 400, field: "window" });
});

it("the page of incidents at a past moment has those that were not over then, with the rights of today", async () => {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld([aReplica()]));
  await played.live([anEntry()], [aGroup({ expectedSize: "2" })]);
  const ended = anEndedIncident({ ...INCIDENT, unknownSince: null }, NOW + 10 * MINUTE);
  const later = anIncident({ key: "later", members: [aMember(9)], openedAt: NOW + 30 * MINUTE, began: { at: NOW + 30 * MINUTE, notBefore: null } });
  await new IncidentStore(played.database).save({ cluster: "prod-eu", asOf: NOW, incidents: [ended, later], engine: { format: 1, body: "" } });
  await played.wait(40 * MINUTE);
  const textAt = async (minutes: number, scope: Scope) => {
    cleanup();
    serveFleet({ played, scope, statuses: () => [STATUS] });
    const at = new Date(NOW + minutes * MINUTE).toISOString();
    return textOf((await shownPage("incidents/page", {}, { at })).querySelector("main") as Element, "desk");
  };
  onTestFinished(() => void played.database.close());
  const then = await textAt(5, ALL_IN_SIGHT);
  expect(then).toMatch(/1 open incident at \d\d:\d\d:\d\d ?\./);
  expect(then).toMatch(/4 failed ?HTTP probe failed/);
  expect(then).not.toContain("later");
  expect(await textAt(5, ONE)).toMatch(/2 failed of \d ?HTTP probe failed( · shop\/checkout)? ?· also outside your view/);
  expect(await textAt(5, sightOfNamespaces("other"))).toContain("No incidents at that moment");
  expect(await textAt(20, ALL_IN_SIGHT)).toContain("No incidents at that moment");
  expect(await textAt(35, ALL_IN_SIGHT)).toContain("later");
});

/** A page of a server that has not read the incidents of its history. `isOff`: it records none. */
async function pageBeforeRead(page: string, params: Search, isOff: boolean): Promise<Element> {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  if (isOff) vi.spyOn(played.history, "status").mockReturnValue({ kind: "off", reason: "switched off" });
  const runtime = serveFleet({ played, scope: ALL_IN_SIGHT, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  return (await shownPage(page, params, {})).querySelector("main") as Element;
}

it("the page of incidents states that they are not known if the history is not recorded, and does not while it is read", async () => {
  const notRecorded = "Incidents are not known, because the history is not recorded";
  const off = await pageBeforeRead("incidents/page", {}, true);
  expect(textOf(off, "desk")).toContain(notRecorded);
  cleanup();
  const reading = await pageBeforeRead("incidents/page", {}, false);
  expect(reading.textContent).toContain("Reading incidents");
  expect(reading.textContent).not.toContain(notRecorded);
  for (const page of [off, reading]) expect(page.textContent).not.toContain("No incidents");
});

it("the page of one incident waits for the incidents of the history before it states that there is none", async () => {
  const page = await pageBeforeRead("incidents/[key]/page", { key: "q7fd" }, false);
  expect(page.textContent).toContain("Reading the incident");
  expect(page.textContent).not.toContain("No such incident");
  cleanup();
  await expect(pageBeforeRead("incidents/[key]/page", { key: "q7fd" }, true)).rejects.toThrow("not found");
});

it.each([
  [true, /before \d\d:\d\d:\d\d.*\d[smhd] ?\+/s],
  [false, /^(?!.*(before \d\d|\d[smhd] ?\+))/s],
])("the page of incidents states that an incident began before the start that found it: %s", async (foundAtStart, text) => {
  expect(await textFor(ALL_IN_SIGHT, {}, NOW, { foundAtStart })).toMatch(text);
});

it("the page of incidents states since when all of them are known", async () => {
  expect(await textFor(ALL_IN_SIGHT)).toContain("All incidents since");
});
