import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { CountedIncidents } from "@/lib/contract/views/fleet";
import type { Incident } from "@/lib/domain/incidents/incident";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";
const MINUTE = 60_000;
const ALL = scopeFromPermissions(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
const ONE = scopeFromPermissions(new Map([[CLUSTER, new Map([["workloadentries", ["shop"]] as const])]]));

/** The frame of pages of a viewer, over a fleet with incidents. */
function shell(incidents: readonly Incident[], scope: Scope = ALL, since: number | null = NOW) {
  const fleet = liveFleet([CLUSTER], () => NOW + 20 * MINUTE);
  if (since !== null) fleet.incidentMemory.begin(since);
  fleet.incidentMemory.update(incidents);
  const changed = vi.fn();
  const viewer = { subject: scope.key, scope, mayWrite: false };
  const view = CHECKED_VIEWS.shell({ fleet, lists: new StandingLists(fleet), viewer, query: "", offset: 0, limit: 0, changed });
  onTestFinished(() => view.close());
  const count = (): CountedIncidents | null => (view.compute().head as { readonly incidents: CountedIncidents | null }).incidents;
  return { fleet, changed, count };
}

const FAILED = anIncident({ key: "failed", members: [aMember(1), aMember(2)] });
const UNVERIFIED = anIncident({ key: "unverified", members: [aMember(3, { condition: "unverified" })] });

describe("the number of incidents in the navigation", () => {
  it.each<readonly [string, readonly Incident[], CountedIncidents]>([
    ["counts none", [], { number: 0, isUrgent: false, isKnown: true }],
    ["counts open ones", [FAILED, UNVERIFIED], { number: 2, isUrgent: true, isKnown: true }],
    ["is not urgent for unverified machines", [UNVERIFIED], { number: 1, isUrgent: false, isKnown: true }],
    ["counts recovering ones", [{ ...FAILED, state: "recovering" }], { number: 1, isUrgent: true, isKnown: true }],
    [
      "counts no planned, long-running and ended ones",
      [
        { ...FAILED, planned: { reason: "kernel", until: NOW + 60 * MINUTE } },
        { ...UNVERIFIED, state: "long-running" },
        anEndedIncident(anIncident({ key: "over", members: [aMember(9)] }), NOW),
      ],
      { number: 0, isUrgent: false, isKnown: true },
    ],
    ["is not known while a cluster is not observed", [UNVERIFIED, { ...FAILED, unknownSince: NOW }], { number: 2, isUrgent: true, isKnown: false }],
    ["is urgent for a service without an endpoint", [{ ...UNVERIFIED, services: [aLostService("web")] }], { number: 1, isUrgent: true, isKnown: true }],
  ])("%s", (_, incidents, counted) => {
    expect(shell(incidents).count()).toEqual(counted);
  });

  it("counts the visible part: two viewers have two numbers", () => {
    const serves = { how: "serving", at: NOW, by: "" } as const;
    const ended = anIncident({ key: "mixed", members: [aMember(4, { left: serves }), aMember(5, { namespace: "pay" })] });
    const hidden = anIncident({ key: "hidden", members: [aMember(6, { namespace: "pay" })] });
    const incidents = [FAILED, ended, hidden];
    expect(shell(incidents).count()).toMatchObject({ number: 3 });
    expect(shell(incidents, ONE).count()).toMatchObject({ number: 1 });
  });

  it("is not known if the history is not recorded", () => {
    expect(shell([FAILED], ALL, null).count()).toBeNull();
  });

  it("follows the incidents", () => {
    const { fleet, changed, count } = shell([FAILED]);
    expect(count()).toMatchObject({ number: 1 });
    changed.mockClear();
    fleet.incidentMemory.update([UNVERIFIED]);
    expect(changed).toHaveBeenCalled();
    expect(count()).toMatchObject({ number: 2 });
  });
});
