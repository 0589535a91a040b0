import { describe, expect, it } from "vitest";
import { NOW } from "@/lib/testing/entries";
import { aLostService, anIncident } from "@/lib/testing/incident-builders";
import { aMachine, changed, endpointsOf, HOUR, IncidentFleet, incidentsAt, MINUTE, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import type { Incident, IncidentCause } from "./incident";
import type { IncidentViewer } from "./incident-viewer";
import { incidentTitle } from "./title";
import { visiblePart } from "./visible-part";

const ZONES = ["zone-a", "zone-b", "zone-c"];
const inNamespace = (namespace: string, group: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aMachine(`${group}-${index}`, group, { zone: ZONES[index % 3] ?? "", replica: `istiod-${index % 2}`, network: "vpc-1", account: group }, namespace),
  );
const fleet = new IncidentFleet([...inNamespace("shop", "pay", 30), ...inNamespace("bank", "ledger", 60), ...inNamespace("mail", "smtp", 30)]);
const population = (namespaces: readonly string[]) => new IncidentFleet(fleet.machines.filter(({ namespace }) => namespaces.includes(namespace)));
const viewerOf = (namespaces: readonly string[], maySeeReplicas = true): IncidentViewer => ({
  maySee: (_, namespace) => namespaces.includes(namespace),
  maySeeReplicas: () => maySeeReplicas,
  population: population(namespaces),
});
const zone = fleet.inZone("zone-a");
const changes = [
  changed("allow", -MINUTE, ["shop/pay", "bank/ledger"], { namespace: "bank" }),
  changed("pay", -2 * MINUTE, ["shop/pay", "bank/ledger"], { namespace: "shop" }),
];
const lostZone = [
  ...changes,
  ...observedAll(
    zone.filter(({ namespace }) => namespace === "bank"),
    "lost",
    0,
    200,
  ),
  ...observedAll(
    zone.filter(({ namespace }) => namespace !== "bank"),
    "lost",
    5 * SECOND,
    200,
  ),
];
const [incident] = incidentsAt(fleet, lostZone, MINUTE);
const seenBy = (viewer: IncidentViewer, now = START + MINUTE) => (incident === undefined ? null : visiblePart(incident, viewer, now));

describe("the visible part of an incident", () => {
  it("is the incident for a viewer of all namespaces", () => {
    const part = seenBy(viewerOf(["shop", "bank", "mail"]));
    expect([part?.isPartial, part?.incident.members.length, part?.incident.cause]).toEqual([false, zone.length, incident?.cause]);
  });

  it("is nothing for a viewer who sees none of its machines", () => {
    expect(seenBy(viewerOf(["other"]))).toBeNull();
  });

  it("has only visible machines, counts, changes, peak and beginning", () => {
    const part = seenBy(viewerOf(["shop"]));
    expect([part?.isPartial, part?.incident.members.length, part?.incident.peak.bad, part?.incident.began.at]).toEqual([true, 10, 10, START + 5 * SECOND]);
    expect(part?.incident.changes.map(({ name, groups }) => [name, groups])).toEqual([["pay", ["shop/pay"]]]);
    expect(JSON.stringify(part)).not.toMatch(/bank|ledger|mail|smtp/);
  });

  it("names a cause only if visible machines prove it", () => {
    const [shop, all] = [["shop"], ["shop", "bank", "mail"]].map((namespaces) => seenBy(viewerOf(namespaces)));
    expect(all?.incident.cause.traits.map(({ trait }) => trait)).toEqual(["zone"]);
    // One group: 10 of its 30 machines, all in a zone of which no visible machine is left.
    expect(shop?.incident.cause.traits.map(({ trait, of, ofOthers }) => [trait, of, ofOthers])).toEqual([["zone", 10, 20]]);
    const one = incidentsAt(
      fleet,
      [
        ...observedAll(
          zone.filter(({ namespace }) => namespace === "bank"),
          "lost",
          0,
        ),
        ...observedAll(zone.slice(0, 1), "lost", 0),
      ],
      3 * MINUTE,
    )[0];
    const part = one === undefined ? null : visiblePart(one, viewerOf(["shop"]), START + 3 * MINUTE);
    expect(part === null ? null : part.incident.cause.kind).toBe("machine");
  });

  it("does not name a change as the cause for a viewer who may not list it", () => {
    const trait = { trait: "change", value: "", bad: 40, of: 40, others: 0, ofOthers: 80 } as const;
    const viewer = viewerOf(["shop", "bank", "mail"]);
    const causeFor = (hiddenKind: string) => {
      const maySee: IncidentViewer["maySee"] = (_cluster, _namespace, kind) => kind !== hiddenKind;
      const [change] = incident?.changes.filter(({ name }) => name === "allow") ?? [];
      if (incident === undefined || change === undefined) throw new Error("the story has an incident with this change");
      const caused = { ...incident, cause: { kind: "trait", traits: [{ ...trait, value: `${change.kind} bank/allow` }], group: null } } as const;
      return visiblePart(caused, { ...viewer, maySee }, START + MINUTE)?.incident.cause.traits.map((one) => one.trait);
    };
    const [kind] = incident?.changes.filter(({ name }) => name === "allow").map((one) => one.kind) ?? [];
    expect([causeFor("none"), causeFor(kind ?? "")]).toEqual([["change"], ["zone"]]);
  });

  it("is over for a viewer whose machines serve, while hidden ones fail", () => {
    const own = zone.filter(({ namespace }) => namespace === "shop");
    const [open] = incidentsAt(fleet, [...lostZone, ...observedAll(own, "serving", 2 * MINUTE)], HOUR);
    const part = open === undefined ? null : visiblePart(open, viewerOf(["shop"]), START + HOUR);
    expect([open?.state, part?.incident.state, part?.incident.endedAt]).toEqual(["open", "over", START + 7 * MINUTE]);
  });

  it("does not show later evidence about hidden machines", () => {
    const part =
      incident === undefined ? null : visiblePart({ ...incident, appended: [{ at: START, what: "ledger-0 lost swept" }] }, viewerOf(["shop"]), START);
    expect(part?.incident.appended).toEqual([]);
  });

  it("does not blame istiod for a viewer who may not see its Pods", () => {
    const [gone] = incidentsAt(fleet, observedAll(fleet.machines, "unverified", 0), MINUTE);
    const causes = [true, false].map((may) =>
      gone === undefined ? null : visiblePart(gone, viewerOf(["shop", "bank", "mail"], may), START + MINUTE)?.incident,
    );
    expect(causes.map((one) => one?.cause.kind)).toEqual(["istiod-gone", "time-only"]);
    expect(JSON.stringify(causes[1])).not.toMatch(/istiod|no-such-pod/);
  });

  it("is a service without endpoint only for a viewer of its namespace", () => {
    const [service] = incidentsAt(fleet, [endpointsOf(RADIUS, 0, 0)], MINUTE);
    const seen = (namespaces: readonly string[]) => (service === undefined ? null : visiblePart(service, viewerOf(namespaces), START + MINUTE));
    expect([seen(["shop"])?.incident.services.length, seen(["bank"])]).toEqual([1, null]);
  });

  it("has the reason of its maintenance window only for a viewer of groups", () => {
    const planned = { reason: "kernel", until: START + HOUR };
    const plannedFor = (maySeeReplicas: boolean, hiddenKind: string) => {
      const viewer = viewerOf(["shop", "bank", "mail"], maySeeReplicas);
      const maySee: IncidentViewer["maySee"] = (_cluster, _namespace, kind) => kind !== hiddenKind;
      return incident === undefined ? null : visiblePart({ ...incident, planned }, { ...viewer, maySee }, START + MINUTE)?.incident.planned;
    };
    expect([plannedFor(true, ""), plannedFor(false, "")]).toEqual([planned, planned]);
    const hidden = { ...planned, reason: "" };
    expect([plannedFor(true, "WorkloadGroup"), plannedFor(false, "WorkloadGroup")]).toEqual([hidden, hidden]);
  });

  it("has a title of the visible part", () => {
    const part = seenBy(viewerOf(["shop"]));
    const title = part === null ? null : incidentTitle(part.incident);
    expect([title?.groups, title?.moreGroups, title?.lost, title?.peak, title?.machines]).toEqual([["shop/pay"], 0, 10, 10, 10]);
  });
});

describe("the visible part of a stored incident", () => {
  const viewer = (maySeeReplicas: boolean, hiddenKind = "") =>
    ({ maySee: (_cluster, _namespace, kind) => kind !== hiddenKind, maySeeReplicas: () => maySeeReplicas, population: null }) satisfies IncidentViewer;
  const NO_CAUSE: IncidentCause = { kind: "time-only", traits: [], group: null };
  const trait = (name: "zone" | "replica" | "change", value: string) => ({ trait: name, value, bad: 2, of: 2, others: 0, ofOthers: 9 }) as const;
  const shown = (one: Incident, by: IncidentViewer, removed?: Parameters<typeof visiblePart>[3]) => visiblePart(one, by, NOW, removed)?.incident;

  it("has no cause, no later lines and no reason of a window if machines were removed before", () => {
    const whole = anIncident({ planned: { reason: "switch", until: NOW }, appended: [{ at: NOW, what: "vm-9 lost" }] });
    const part = visiblePart(whole, viewer(true), NOW, { machines: true, services: false });
    expect([part?.isPartial, part?.incident.cause, part?.incident.appended, part?.incident.planned]).toEqual([true, NO_CAUSE, [], { reason: "", until: NOW }]);
    expect(visiblePart({ ...whole, members: [], services: [aLostService("web")] }, viewer(true), NOW, { machines: true, services: false })).toBeNull();
  });

  it("keeps the cause of its machines if only services were removed", () => {
    const whole = anIncident();
    expect(shown(whole, viewer(true), { machines: false, services: true })?.cause).toEqual(whole.cause);
  });

  it.each<readonly [IncidentCause["kind"], readonly IncidentCause["traits"][number][], boolean, Partial<IncidentCause>]>([
    ["istiod-gone", [], false, NO_CAUSE],
    ["replica-gone", [trait("replica", "istiod-1")], false, NO_CAUSE],
    ["istiod-gone", [], true, { kind: "istiod-gone" }],
    ["trait", [trait("zone", "eu-1"), trait("replica", "istiod-1")], false, { kind: "trait", traits: [trait("zone", "eu-1")] }],
    ["trait", [trait("replica", "istiod-1")], false, NO_CAUSE],
    ["trait", [trait("change", "DestinationRule shop/checkout")], true, NO_CAUSE],
  ])("names of the cause %s %j with the right to istiod's Pods %s: %j", (kind, traits, maySeeReplicas, expected) => {
    expect(shown(anIncident({ cause: { kind, traits, group: null } }), viewer(maySeeReplicas))?.cause).toMatchObject(expected);
  });
});
