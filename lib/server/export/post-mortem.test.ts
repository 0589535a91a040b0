import { expect, it } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope } from "@/lib/domain/source/scope";
import { IncidentStore } from "@/lib/server/history/store-incidents";
import { aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { postMortem } from "./post-mortem";

const MINUTE = 60_000;
const LIVE = { kind: "live", asOf: NOW, reason: "" } as const;
const PAY = [3, 4].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
const OPEN = anIncident({ key: "q7fd", members: [aMember(1), aMember(2), ...PAY], peak: { at: NOW, bad: 4 } });
const NOTE = { incident_id: 1, note_key: "n", edit: 1, at: NOW + MINUTE, who: "ann", note: "two switches" };

/** The post-mortem of an incident that the history has and, if it is not over, the memory. */
async function written(incident: Incident, { inMemory = true, version = "v1.36.2" }: { readonly inMemory?: boolean; readonly version?: string } = {}) {
  const clock = new ManualClock(NOW - 30 * MINUTE);
  const played = await rememberedFleet(clock, aWorld([aReplica()]));
  await played.live();
  await played.wait(50 * MINUTE);
  const store = new IncidentStore(played.database);
  const save = (...incidents: Incident[]) => store.save({ cluster: "prod-eu", asOf: NOW, incidents, engine: { format: 1, body: "" } });
  await save(incident);
  await played.database.write.insertInto("incident_note").values(NOTE).execute();
  if (inMemory) played.fleet.incidentMemory.update([incident]);
  const status: ClusterStatus = { cluster: "prod-eu", freshness: LIVE, sources: [], skewMs: null, version };
  const parts = { fleet: played.fleet, history: played.history, statuses: () => [status], config: { publicUrl: null } };
  const response = (scope: Scope, search = "", key = "q7fd") =>
    postMortem(parts, { subject: scope.key, scope, mayWrite: false }, key, new URL(`https://stolos.test/api/incidents/${key}/post-mortem${search}`));
  const text = async (scope: Scope = ALL_IN_SIGHT, search = "") => (await response(scope, search)).text();
  return { played, response, text, save };
}

it("a post-mortem is a Markdown file, with the link to the page at its moment", async () => {
  const { response, text } = await written(OPEN);
  const { headers } = await response(ALL_IN_SIGHT);
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="stolos-incident-q7fd.md"');
  expect(await text()).toMatch(/^# Post-mortem of incident q7fd\n[\s\S]*<https:\/\/stolos\.test\/incidents\/q7fd\?at=2026-[^>]*Z>/);
});

it.each([
  ["open", OPEN, true],
  ["over", anEndedIncident(OPEN, NOW + 4 * MINUTE), true],
  ["over, and not in memory any more", anEndedIncident(OPEN, NOW + 4 * MINUTE), false],
] as const)("a post-mortem of an incident that is %s has all machines and notes for a viewer of both namespaces", async (_, incident, inMemory) => {
  const text = await (await written(incident, { inMemory })).text(sightOfNamespaces("shop", "pay"));
  for (const part of ["`shop/vm-1`", "`pay/vm-3`", "4 at the peak", "> two switches"]) expect(text).toContain(part);
  expect(text.includes("Version 1 of its numbers")).toBe(incident.state === "over");
});

it.each([true, false])("a post-mortem contains nothing of hidden machines, nor the notes, in memory: %s", async (inMemory) => {
  const text = await (await written(inMemory ? OPEN : anEndedIncident(OPEN, NOW + 4 * MINUTE), { inMemory })).text(sightOfNamespaces("shop"));
  expect(text).toContain("2 at the peak");
  expect(text).toContain("There is more outside the view");
  expect(text).toContain("Notes need the right");
  expect(text).not.toMatch(/pay|ledger|vm-3|switches/);
});

it.each(["q7fd", "none"])("a post-mortem of %s is refused if no part of it is visible", async (key) => {
  const { response } = await written(OPEN);
  await expect(response(sightOfNamespaces("other"), "", key)).rejects.toMatchObject({ status: 404 });
});

it("a post-mortem at a moment has the machines and notes of then", async () => {
  const { text } = await written(anEndedIncident(OPEN, NOW + 4 * MINUTE));
  const then = await text(ALL_IN_SIGHT, `?at=${NOW + MINUTE / 2}`);
  expect(then).toContain("4 failed, 0 lost and 0 unverified");
  expect(then).not.toMatch(/\| Over \||two switches|Serving again/);
  await expect(text(ALL_IN_SIGHT, "?at=soon")).rejects.toMatchObject({ status: 400, field: "at" });
});

it("a post-mortem of an incident that became part of another one leads to that", async () => {
  const { response, save, played } = await written(OPEN);
  const younger = { ...anIncident({ key: "younger", members: [aMember(9)] }), state: "over", mergedInto: "q7fd", endedAt: NOW } as const;
  await save(younger);
  played.fleet.incidentMemory.update([younger]);
  const { status, headers } = await response(ALL_IN_SIGHT, "", "younger");
  expect([status, headers.get("location")]).toEqual([307, "/api/incidents/q7fd/post-mortem"]);
});

it.each([
  ["v1.36.2+sandbox", true],
  ["v1.36.2", false],
])("a post-mortem from a cluster of version %s is simulated: %s", async (version, isSimulated) => {
  expect((await (await written(OPEN, { version })).text()).includes("Simulated:")).toBe(isSimulated);
});
