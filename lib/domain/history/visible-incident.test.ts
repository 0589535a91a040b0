import { describe, expect, it } from "vitest";
import type { IncidentCause } from "@/lib/domain/incidents/incident";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { aLostService, aMember, anIncident } from "@/lib/testing/incident-builders";
import { visibleIncident } from "./visible-incident";

const scope = (...kinds: readonly WatchedKind[]) => scopeFromPermissions(new Map([["prod-eu", new Map(kinds.map((kind) => [kind, ["shop"]] as const))]]));
const ALL = { machines: true, services: true };
const HIDDEN = { kind: "time-only", traits: [], group: null };
const change = (kind: string, namespace = "shop"): ObjectChange => ({
  ...{ cluster: "prod-eu", kind, namespace, name: "checkout", what: "spec", seenAt: 1, ownAt: null, groups: null, version: null },
});

describe("the visible part of an incident", () => {
  it("has the beginning, the peak and the clusters of the visible machines if others are hidden", () => {
    const members = [
      aMember(1, { joinedAt: 100, left: { how: "serving", at: 150, by: "" } }),
      aMember(2, { joinedAt: 150 }),
      aMember(3, { joinedAt: 160, condition: "waiting" }),
    ];
    const hides = { changes: [change("WorkloadGroup")], planned: { reason: "pay", until: 9 }, appended: [{ at: 1, what: "pay" }], lastChange: change("Pod") };
    const whole = anIncident({ clusters: ["prod-eu", "prod-us"], began: { at: 50, notBefore: 10 }, peak: { at: 70, bad: 40 }, members, ...hides });
    expect(visibleIncident(whole, scope("workloadentries", "workloadgroups", "pods"), { machines: false, services: true })).toEqual({
      ...whole,
      ...{ clusters: ["prod-eu"], began: { at: 100, notBefore: null }, peak: { at: 100, bad: 1 }, cause: HIDDEN },
      ...{ changes: [], lastChange: null, planned: null, appended: [] },
    });
  });

  it("begins with the loss of the last endpoint if no machine of it is visible", () => {
    const whole = anIncident({ began: { at: 50, notBefore: 10 }, members: [], services: [aLostService("web", 70)] });
    expect(visibleIncident(whole, scope("services"), { machines: false, services: true })).toMatchObject({
      ...{ began: { at: 70, notBefore: null }, peak: { at: 70, bad: 0 } },
    });
  });

  it("has only changes of kinds and namespaces that the viewer may list", () => {
    const changes = [change("WorkloadGroup"), change("AuthorizationPolicy"), change("DestinationRule"), change("WorkloadGroup", "pay"), change("Secret")];
    const visible = visibleIncident(anIncident({ changes, lastChange: change("Pod") }), scope("workloadgroups", "authorizationpolicies"), ALL);
    expect(visible.changes).toEqual(changes.slice(0, 2));
    expect(visible.lastChange).toBeNull();
    expect(visibleIncident(anIncident({ lastChange: change("Pod") }), scope("pods"), ALL).lastChange).toEqual(change("Pod"));
  });

  it.each<readonly [string, IncidentCause["kind"], readonly WatchedKind[], boolean]>([
    ["without istiod's Pods", "istiod-gone", ["workloadentries"], false],
    ["with istiod's Pods", "istiod-gone", ["workloadentries", "pods"], true],
    ["without istiod's Pods", "replica-gone", ["workloadentries"], false],
    ["without istiod's Pods", "trait", ["workloadentries"], true],
  ])("%s, its cause %s is shown: %s", (_, kind, kinds, isShown) => {
    const cause: IncidentCause = { kind, traits: [], group: null };
    expect(visibleIncident(anIncident({ cause }), scope(...kinds), ALL).cause).toEqual(isShown ? cause : HIDDEN);
  });

  it("does not name a change as the cause if the viewer may not list it, nor a service if one is hidden", () => {
    const trait = { trait: "change", value: "DestinationRule shop/checkout", bad: 2, of: 2, others: 0, ofOthers: 9 } as const;
    const byChange = anIncident({ changes: [change("DestinationRule")], cause: { kind: "trait", traits: [trait], group: null } });
    expect(visibleIncident(byChange, scope("workloadgroups"), ALL).cause).toEqual(HIDDEN);
    expect(visibleIncident(byChange, scope("destinationrules"), ALL).cause).toEqual(byChange.cause);
    const byService = anIncident({ cause: { kind: "service-without-endpoint", traits: [], group: null } });
    expect(visibleIncident(byService, scope(), { machines: true, services: false }).cause).toEqual(HIDDEN);
  });
});
