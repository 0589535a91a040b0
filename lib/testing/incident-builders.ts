import type { Incident, IncidentMember, LostService } from "@/lib/domain/incidents/incident";
import type { MachineCondition, ServiceId } from "@/lib/domain/incidents/observation";
import { NOW } from "./entries";

const CLUSTER = "prod-eu";

interface MemberChange {
  readonly cluster?: string;
  readonly namespace?: string;
  readonly group?: string;
  readonly zone?: string;
  readonly condition?: MachineCondition;
  readonly joinedAt?: number;
  readonly left?: IncidentMember["left"];
}

/** The machine "vm-N" of an incident: failed since it joined, and serving since it left. */
export function aMember(n: number, change: MemberChange = {}): IncidentMember {
  const { cluster = CLUSTER, namespace = "shop", group = "checkout", zone = "eu-1", condition = "failed", joinedAt = NOW, left = null } = change;
  return {
    machine: { id: `${cluster}/uid-${n}`, cluster, namespace, name: `vm-${n}`, group, traits: { zone, network: "net-1" } },
    joinedAt,
    spans: [{ condition, from: joinedAt, to: left?.at ?? null }, ...(left === null ? [] : [{ condition: "serving", from: left.at, to: null } as const])],
    ...{ message: "HTTP probe failed", cause: "", leftHealthy: false },
    left,
  };
}

/** An open incident of the machines 1 and 2, which failed in one zone. */
export function anIncident(change: Partial<Incident> = {}): Incident {
  const members = change.members ?? [aMember(1), aMember(2)];
  return {
    ...{ key: "key-1", clusters: [CLUSTER], began: { at: NOW, notBefore: null }, openedAt: NOW + 1_000, foundAtStart: false },
    ...{ state: "open", stateSince: NOW + 1_000, unknownSince: null, services: [], changes: [], lastChange: null, endedAt: null, mergedInto: null },
    ...{ planned: null, appended: [], peak: { at: NOW, bad: members.length } },
    cause: { kind: "trait", traits: [{ trait: "zone", value: "eu-1", bad: members.length, of: 10, others: 0, ofOthers: 90 }], group: null },
    ...change,
    members,
  };
}

/** The same incident after all its machines serve since a moment. */
export function anEndedIncident(incident: Incident, at: number): Incident {
  const members = incident.members.map((member): IncidentMember => {
    const open = member.spans.map((span) => (span.to === null ? { ...span, to: at } : span));
    return { ...member, spans: [...open, { condition: "serving", from: at, to: null }], left: { how: "serving", at, by: "" } };
  });
  return { ...incident, members, state: "over", stateSince: at + 300_000, endedAt: at + 300_000 };
}

/** A Service that lost its last endpoint at a moment. */
export function aLostService(name: string, lostLastAt = NOW, namespace = "shop"): LostService {
  const service: ServiceId = { cluster: CLUSTER, namespace, name, kind: "Service", host: `${name}.${namespace}.svc.cluster.local` };
  return { service, lostLastAt, backAt: null };
}
