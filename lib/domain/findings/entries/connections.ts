import { LOST_DRAIN_RETENTION_MS, lostDrainOf } from "@/lib/domain/entry/lost-drain";
import { entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { metadataPatch } from "@/lib/domain/findings/patch";
import { type DetectedFinding, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { DRAINING_LABEL, isDraining } from "@/lib/domain/verdict/serving";
import { FUTURE_TOLERANCE_MS, maxConnectionAgeOf } from "@/lib/domain/verdict/timing";

/** The tolerance for the time of a write, in milliseconds: the API server stores whole seconds, and a write of istiod takes some time. */
const WRITE_TOLERANCE_MS = 2_000;

/**
 * The clock of istiod is ahead: its `connectedAt` is in the future, or later than the write at the API server. istiod deletes an entry whose time is too far
 * ahead (pilot/pkg/autoregistration/controller.go, shouldCleanupEntry).
 */
export const clockSkew: Rule<"entry"> = {
  code: "STL101",
  name: "clock-skew",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "clocks are set on the Nodes, and istiod writes a new mark after the marked time",
  detect: (entry, world) => {
    const connectedAt = entry.connectedAt?.ms ?? null;
    if (connectedAt === null) return [];
    const written = entry.lastWriter?.time ?? null;
    if (written !== null && connectedAt > written + WRITE_TOLERANCE_MS) return [skewFinding(entry, Math.round((connectedAt - written) / 1000))];
    return connectedAt > world.now + FUTURE_TOLERANCE_MS ? [skewFinding(entry, null)] : [];
  },
  due: (entry, world) => {
    const ends = (entry.connectedAt?.ms ?? 0) - FUTURE_TOLERANCE_MS;
    return ends > world.now ? ends : null;
  },
};

/**
 * Returns a finding about a connection time that is ahead. `aheadSeconds`: seconds ahead of the write of the entry; null = ahead of now, which moves,
 * so that a number would not hold.
 */
function skewFinding(entry: WorkloadEntry, aheadSeconds: number | null): DetectedFinding {
  const evidence = { connectedAt: entry.connectedAt?.text ?? "", replica: entry.controller };
  return { objects: [findingObject("WorkloadEntry", entry)], evidence: aheadSeconds === null ? evidence : { ...evidence, aheadSeconds } };
}

/**
 * The connection of the entry is older than a connection can be: the machine and its istiod ended together, so that no disconnection was written. istiod
 * deletes such entries later (pilot/pkg/autoregistration/controller.go, shouldCleanupEntry). Until then it sends callers there.
 */
export const leakedEntry: Rule<"entry"> = {
  code: "STL109",
  name: "leaked-entry",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  noPatchBecause: "only the machine's owner knows if it is gone, and a restart of its agent writes a new mark",
  detect: (entry, world) => {
    if (entry.connectedAt === null) return [];
    const maxAge = maxConnectionAgeOf(entry, world.world);
    if (maxAge.kind === "denied") return { cannotTell: ["istiod-pods"] };
    const { connection } = world.verdict(entry);
    if (connection.kind !== "leaked" || connection.why === "in-the-future") return [];
    const minutes = maxAge.value === null ? {} : { maxAgeMinutes: Math.round(maxAge.value / 60_000), isAssumed: maxAge.kind === "assumed" };
    const evidence = { why: connection.why, connectedAt: entry.connectedAt.text, replica: entry.controller, ...minutes };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => world.verdict(entry).validUntil,
};

/**
 * The entry has the name of a replica of istiod that does not have its connection: the replica is gone, or started later. Health reports are lost
 * until the machine reconnects (pilot/pkg/autoregistration/controller.go, connections.go).
 */
export const ghostClaim: Rule<"entry"> = {
  code: "STL110",
  name: "ghost-claim",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "istiod-pods"],
  noPatchBecause: "only the machine's owner knows if it is gone, and a machine that runs connects to another replica",
  detect: (entry, world) => {
    if (entry.connectedAt === null) return [];
    if (world.world.replicas.kind !== "known") return { cannotTell: ["istiod-pods"] };
    const { connection } = world.verdict(entry);
    if (connection.kind !== "ghost") return [];
    const evidence = { why: connection.why, replica: entry.controller, connectedAt: entry.connectedAt.text };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => world.verdict(entry).validUntil,
};

/** The time after which a created entry must have a connection time, in milliseconds: istiod creates the entry and its connection time in one write. */
const REGISTRATION_MS = 60_000;

/**
 * istiod manages the entry, but it has no connection time and no disconnection time: a person removed them, or copied the entry without them. istiod never
 * deletes such an entry (pilot/pkg/autoregistration/controller.go, shouldCleanupEntry).
 */
export const neverConnected: Rule<"entry"> = {
  code: "STL121",
  name: "never-connected",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "the marks come with the machine's next connection, and whoever knows that there is no machine deletes the entry",
  detect: (entry, world) => {
    if (entry.connectedAt !== null || entry.disconnectedAt !== null || world.verdict(entry).connection.kind !== "never") return [];
    if (world.now < (entry.createdAt ?? 0) + REGISTRATION_MS) return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { group: entry.registrationGroup, replica: entry.controller } }];
  },
  due: (entry, world) => {
    const due = (entry.createdAt ?? 0) + REGISTRATION_MS;
    return due > world.now && entry.connectedAt === null && entry.disconnectedAt === null ? due : null;
  },
};

/**
 * A draining machine lost its entry and registered again. istiod creates the entry from the group and the labels of the machine, without the draining label
 * (pilot/pkg/autoregistration/controller.go), so that it sends the machine to callers again.
 */
export const drainLost: Rule<"entry"> = {
  code: "STL126",
  name: "drain-lost",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (entry, world) => {
    if (!canLoseDrain(entry)) return [];
    const past = world.pastOf(entry);
    if (past === null) return { cannotTell: ["workloadentries"] };
    if (lostDrainOf(entry, past.drainedBefore, world.now) === null) return [];
    const isInForce = world.mesh.settings.drainingLabel === DRAINING_LABEL;
    const evidence = { label: DRAINING_LABEL, isInForce };
    const patch = metadataPatch("WorkloadEntry", entry, { marks: "labels", key: DRAINING_LABEL, value: "true" });
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...(isInForce && { patch }) }];
  },
  due: (entry, world) => {
    const drained = canLoseDrain(entry) ? lostDrainOf(entry, world.pastOf(entry)?.drainedBefore ?? null, world.now) : null;
    return drained === null ? null : drained.endedAt + LOST_DRAIN_RETENTION_MS;
  },
};

/**
 * Returns true if registration can remove the draining label of the entry. Hand-written entries are excluded: their author decides about the labels.
 */
function canLoseDrain(entry: WorkloadEntry): boolean {
  return entryManagementOf(entry) === "auto" && !isDraining(entry);
}

/** Rules about the connection of an entry to istiod. */
export const ENTRY_CONNECTION_RULES: readonly Rule<"entry">[] = [clockSkew, leakedEntry, ghostClaim, neverConnected, drainLost];
