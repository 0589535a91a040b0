import { entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { probeRefusalReason } from "@/lib/domain/findings/groups/probes";
import { metadataPatch } from "@/lib/domain/findings/patch";
import { HEALTH_CHANGE_WINDOW_MS, MAX_STORED_HEALTH_CHANGES } from "@/lib/domain/findings/recorded-entry-facts";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { Probe } from "@/lib/domain/group/workload-group";
import { parseGoBool } from "@/lib/domain/mesh/go-values";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { HEALTH_CHECKS_ANNOTATION, hasHealthChecks } from "@/lib/domain/verdict/serving";
import { isOpenConnection } from "@/lib/domain/verdict/verdict";

/** The tolerance for the first health report, in milliseconds: latency of the stream, and a slow write. */
const REPORT_SLACK_MS = 15_000;
const PROBE_DEFAULTS = { initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 1, successThreshold: 1 } as const;

/**
 * Returns the time until a machine's first health report at the latest, in milliseconds: until then its application has answered, or has failed often
 * enough. Without a probe in the group the defaults of the agent apply. Zero means "not set" (pkg/istio-agent/health/health_check.go,
 * fillInDefaults).
 */
export function latestFirstReportMs(probe: Probe | null): number {
  const of = (name: keyof typeof PROBE_DEFAULTS) => probe?.[name] || PROBE_DEFAULTS[name];
  const times = Math.max(of("failureThreshold"), of("successThreshold"));
  return (of("initialDelaySeconds") + times * of("periodSeconds") + of("timeoutSeconds")) * 1000 + REPORT_SLACK_MS;
}

/**
 * Returns true if the machine reported its health since its last connection. An agent repeats its last report once after each connection
 * (pkg/istio-agent/xds_proxy.go).
 */
function isReportCurrent({ health, connectedAt }: Pick<WorkloadEntry, "health" | "connectedAt">): boolean {
  if (connectedAt?.ms == null || health?.lastProbeTime?.ms == null) return false;
  // Some writers store whole seconds only.
  return Math.floor(health.lastProbeTime.ms / 1000) >= Math.floor(connectedAt.ms / 1000);
}

/**
 * The group has a probe, but health checks are off for the entry. The annotation comes from the mesh.yaml of the machine at its first registration, not from
 * the group (pilot/pkg/autoregistration/controller.go, workloadEntryFromGroup).
 */
export const probeNotInForce: Rule<"entry"> = {
  code: "STL104",
  name: "probe-not-in-force",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "only a bundle with the probe makes the machine report, and only an entry that is made anew then has the gate",
  detect: (entry, world) => {
    // A value of the annotation is a person's decision. STL105 finds ignored reports.
    if (entry.registrationGroup === "" || (entry.gate ?? "") !== "" || entry.health !== null) return [];
    const group = world.groupOf(entry);
    if (group === null || group.probe === null) return [];
    const evidence = {
      group: group.name,
      method: group.probe.method,
      isRefused: probeRefusalReason(group.probe) !== null,
      groupEdited: (group.generation ?? 1) > 1,
    };
    return [{ objects: [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)], evidence }];
  },
};

/**
 * The machine has a health report, but istiod ignores it: without the annotation it does not use the condition
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy).
 */
export const healthIgnored: Rule<"entry"> = {
  code: "STL105",
  name: "health-ignored",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  detect: (entry) => {
    const { gate, health } = entry;
    // STL106 finds a text that is not a boolean.
    if (health === null || (gate !== null && gate !== "" && parseGoBool(gate) !== false)) return [];
    const isCurrent = isReportCurrent(entry);
    const evidence = { status: health.status, message: health.message, gate: gate ?? "", isCurrent };
    const patch = metadataPatch("WorkloadEntry", entry, { marks: "annotations", key: HEALTH_CHECKS_ANNOTATION, value: "true" });
    const isHarmless = health.status === "True" || isCurrent;
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...(isHarmless && { patch }) }];
  },
};

/** Texts that people write for "true", including those that Go cannot parse. */
const YES = /^\s*(true|yes|y|on|t|1|enabled?)\s*$/i;

/**
 * The annotation for health checks has a value that is neither true nor false for istiod, which then uses false
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy: strconv.ParseBool).
 */
export const healthGateUnreadable: Rule<"entry"> = {
  code: "STL106",
  name: "health-gate-unreadable",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  detect: (entry) => {
    const { gate, health } = entry;
    if (gate === null || gate === "" || parseGoBool(gate) !== undefined) return [];
    // Without a current report, "true" would take the machine out of traffic permanently, because the last condition stays.
    const isReporting = health !== null && (health.status === "True" || isReportCurrent(entry));
    const value = isReporting && YES.test(gate) ? "true" : null;
    const evidence = { gate, reported: health?.status ?? "", remedy: value ?? "remove" };
    return [
      {
        objects: [findingObject("WorkloadEntry", entry)],
        evidence,
        patch: metadataPatch("WorkloadEntry", entry, { marks: "annotations", key: HEALTH_CHECKS_ANNOTATION, value }),
      },
    ];
  },
};

/** The time that a hand-written entry may wait for the first report of its machine. */
const HAND_WRITTEN_MS = 10 * 60_000;

/**
 * Health checks are on, but no report has arrived, so istiod does not send the machine (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy). A
 * machine with a probe reports soon after it connects, also when its application fails (pkg/istio-agent/health/health_check.go).
 */
export const healthNeverReported: Rule<"entry"> = {
  code: "STL107",
  name: "health-never-reported",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "only the machine can report: its agent needs a bundle with the probe, and without the gate nobody would check it",
  detect: (entry, world) => {
    const due = firstReportDue(entry, world);
    if (due === null || world.now < due) return [];
    const evidence = { management: entryManagementOf(entry), gatedByGroup: isGatedByGroup(entry, world) };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => {
    const due = firstReportDue(entry, world);
    return due !== null && due > world.now ? due : null;
  },
};

/** Returns the time from which the first health report is late, in milliseconds; null = the report has arrived, or none is expected. */
function firstReportDue(entry: WorkloadEntry, world: FindingsWorld): number | null {
  if (!hasHealthChecks(entry.gate) || entry.health !== null) return null;
  const { createdAt, connectedAt } = entry;
  switch (entryManagementOf(entry)) {
    case "unmanaged":
      return createdAt === null ? null : createdAt + HAND_WRITTEN_MS;
    // istiod creates such an entry when the machine connects.
    case "auto":
      return createdAt === null ? null : createdAt + latestFirstReportMs(world.groupOf(entry)?.probe ?? null);
    // istiod removes the condition at a disconnection.
    case "claimed":
      return connectedAt?.ms == null ? null : connectedAt.ms + latestFirstReportMs(null);
  }
}

/** Returns true if the group sets the annotation on its entries, whether or not their machines have a probe. */
function isGatedByGroup(entry: WorkloadEntry, world: FindingsWorld): boolean {
  const group = entry.registrationGroup === "" ? null : world.groupOf(entry);
  return group !== null && hasHealthChecks(valueOfLabel(group.entryAnnotations, HEALTH_CHECKS_ANNOTATION) ?? null);
}

/** The time that a health report may take after a connection at least, in milliseconds. */
const LEAST_MS = 60_000;

/**
 * The machine reconnected and did not repeat its health report. Its agent sends the last report once after every connection, so that the stored
 * report is older than the connection and unverified (pkg/istio-agent/xds_proxy.go).
 */
export const noReplay: Rule<"entry"> = {
  code: "STL108",
  name: "no-replay",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  // Only the Pods of istiod show a ghost, which is not connected.
  refutedBy: () => ["istiod-pods", "workloadgroups"],
  noPatchBecause: "only the machine's agent can report again, at its next connection or when its health turns",
  detect: (entry, world) => {
    const due = replayDue(entry, world);
    if (due === null || world.now < due || !isOpenConnection(world.verdict(entry).connection.kind)) return [];
    const evidence = {
      status: entry.health?.status ?? "",
      lastProbeTime: entry.health?.lastProbeTime?.text ?? "",
      connectedAt: entry.connectedAt?.text ?? "",
      replica: entry.controller,
    };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => {
    const due = replayDue(entry, world);
    return due !== null && due > world.now ? due : null;
  },
};

/** Returns the time from which the repeated report after a reconnection is late, in milliseconds; null = it has arrived, or health checks are off. */
function replayDue(entry: WorkloadEntry, world: FindingsWorld): number | null {
  const { connectedAt, health, gate } = entry;
  if (connectedAt?.ms == null || health?.lastProbeTime?.ms == null || !hasHealthChecks(gate)) return null;
  if (isReportCurrent(entry)) return null;
  return connectedAt.ms + Math.max(LEAST_MS, latestFirstReportMs(world.groupOf(entry)?.probe ?? null));
}

/** The number of health changes within an hour from which the rule reports: three failures and three recoveries. */
const TURNS_AT_LEAST = 6;

/**
 * The health of the machine changes again and again, and with each change istiod removes it from all callers or adds it. Stolos counts the changes itself,
 * because the lastTransitionTime of the condition moves with every report (pilot/pkg/autoregistration/internal/health/controller.go).
 */
export const flapping: Rule<"entry"> = {
  code: "STL125",
  name: "flapping",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  noPatchBecause: "what makes its check fail and pass again is on the machine",
  detect: (entry, world) => {
    const turns = recentTurns(entry, world);
    if (turns === null) return { cannotTell: ["workloadentries"] };
    if (turns.length < TURNS_AT_LEAST) return [];
    const evidence = { turns: turns.length, isMore: turns.length >= MAX_STORED_HEALTH_CHANGES, toldFrom: TURNS_AT_LEAST, status: entry.health?.status ?? "" };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
  due: (entry, world) => {
    const turns = recentTurns(entry, world) ?? [];
    return turns[0] === undefined || turns.length < TURNS_AT_LEAST ? null : turns[0] + HEALTH_CHANGE_WINDOW_MS;
  },
};

/** Returns the times of an entry's health changes in the last hour. Empty if health checks are off; null = the past of the entry is not known. */
function recentTurns(entry: WorkloadEntry, world: FindingsWorld): readonly number[] | null {
  if (!hasHealthChecks(entry.gate)) return [];
  const { now } = world;
  return world.pastOf(entry)?.healthTurns.filter((at) => at > now - HEALTH_CHANGE_WINDOW_MS) ?? null;
}

/** Rules about the health of an entry and its health checks. */
export const ENTRY_HEALTH_RULES: readonly Rule<"entry">[] = [probeNotInForce, healthIgnored, healthGateUnreadable, healthNeverReported, noReplay, flapping];
