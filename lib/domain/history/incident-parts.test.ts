import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IncidentMember } from "@/lib/domain/incidents/incident";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { incidentJsonFields, memberJsonFields, memberWithFirstMoments, readIncidentJsonFields, readMemberJsonFields } from "./incident-parts";
import { UnreadableError } from "./reading";

const member = (spans: IncidentMember["spans"], change: Partial<IncidentMember> = {}): IncidentMember => ({
  ...aMember(1, { joinedAt: 10 }),
  spans,
  ...change,
});

describe("a member that two replicas report", () => {
  it("keeps the first moments of each condition, and of its leave", () => {
    const first = member(
      [
        { condition: "failed", from: 10, to: 20 },
        { condition: "serving", from: 20, to: null },
      ],
      { left: { how: "serving", at: 20, by: "" } },
    );
    const later = member(
      [
        { condition: "failed", from: 13, to: 24 },
        { condition: "serving", from: 24, to: 40 },
        { condition: "lost", from: 40, to: null },
      ],
      { joinedAt: 13, left: { how: "serving", at: 24, by: "" } },
    );
    expect(memberWithFirstMoments(first, later)).toEqual({
      ...later,
      joinedAt: 10,
      spans: [
        { condition: "failed", from: 10, to: 20 },
        { condition: "serving", from: 20, to: 40 },
        { condition: "lost", from: 40, to: null },
      ],
      left: first.left,
    });
    expect(memberWithFirstMoments(first, first)).toEqual(first);
  });

  it("has the later report from the first condition that differs on, and for another leave", () => {
    const first = member([{ condition: "failed", from: 10, to: null }], { left: { how: "serving", at: 20, by: "" } });
    const later = member(
      [
        { condition: "unverified", from: 13, to: 24 },
        { condition: "failed", from: 24, to: null },
      ],
      { left: null },
    );
    expect(memberWithFirstMoments(first, later)).toEqual({ ...later, joinedAt: 10 });
  });
});

describe("the stored JSON of an incident", () => {
  it("has the same values after it is read", () => {
    const incident = anIncident();
    expect(readIncidentJsonFields(JSON.parse(JSON.stringify(incidentJsonFields(incident))))).toEqual(incidentJsonFields(incident));
    for (const one of incident.members) expect(readMemberJsonFields(JSON.parse(JSON.stringify(memberJsonFields(one))))).toEqual(memberJsonFields(one));
  });

  it("has the values of a change, also if an earlier version stored it without them", () => {
    const change = {
      ...{ cluster: "prod-eu", kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels" },
      seenAt: 1,
      ownAt: null,
      groups: null,
    };
    const edit = { fields: [{ field: "spec.template.labels[version]", from: "v40", to: "v41" }], more: 0, by: "argocd" };
    const changes = [
      { ...change, version: "v41", edit },
      { ...change, version: null },
    ];
    expect(readIncidentJsonFields(JSON.parse(JSON.stringify(incidentJsonFields(anIncident({ changes }))))).changes).toEqual(changes);
  });

  it("throws UnreadableError if it has another form", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (stored) => {
        expect(() => readIncidentJsonFields(stored)).toThrow(UnreadableError);
        expect(() => readMemberJsonFields(stored)).toThrow(UnreadableError);
      }),
    );
    expect(() => readMemberJsonFields({ ...memberJsonFields(aMember(1)), spans: [{ condition: "mended", from: 1, to: null }] })).toThrow(/one of serving/);
  });
});
