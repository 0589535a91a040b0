import { isGateOn } from "@/lib/domain/health-gate";
import { sentLocality } from "@/lib/domain/locality";
import type { SpokenTls } from "./endpoint-tls";
import type { Machine } from "./machine";

/** The aspects in which machines and Pods of a service can differ for a caller. */
export type Aspect = "port" | "account" | "tls" | "version" | "locality" | "probe";

/** How many have a value; "" = none. */
interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** One aspect of machines beside Pods. `port` names which port of the host, else "". */
interface KindDifference {
  readonly aspect: Aspect;
  readonly port: string;
  readonly machines: readonly ValueCount[];
  readonly pods: readonly ValueCount[];
  readonly differs: boolean;
}

/** A machine or Pod of a service, as the caller gets it. */
export interface ComparedEndpoint {
  readonly machine: Machine;
  /** The health gate of the machine's entry; a Pod has none. */
  readonly gate: string | null;
  /** False = the caller gets it on no port. */
  readonly isSent: boolean;
  /** Its port for each port of the service. Null = the caller does not get it there. */
  readonly ends: readonly (number | null)[];
}

/** How many endpoints of one kind are compared, and how many the caller does not get. */
interface ComparedCount {
  readonly sent: number;
  readonly leftOut: number;
}

/** The comparison of the machines and Pods that a caller gets. */
export interface KindComparison {
  readonly machines: ComparedCount;
  readonly pods: ComparedCount;
  /** Empty if the caller gets none of one kind. */
  readonly differences: readonly KindDifference[];
}

const TLS_VALUES = { mutual: "mTLS", simple: "TLS", plain: "plain", "not-known": "not known" } as const;

/** Compares the machines and Pods of a service that a caller gets; null if the service selects none of one kind. `spokenTo`: TLS of the caller. */
export function kindDifferences<E extends ComparedEndpoint>(
  ports: readonly { readonly name: string; readonly number: number; readonly protocol: string }[],
  endpoints: readonly E[],
  spokenTo: (endpoint: E) => SpokenTls | null,
): KindComparison | null {
  const [allMachines, allPods] = [endpoints.filter(({ machine }) => machine.kind === "entry"), endpoints.filter(({ machine }) => machine.kind === "pod")];
  if (allMachines.length === 0 || allPods.length === 0) return null;
  const [machines, pods] = [allMachines.filter(({ isSent }) => isSent), allPods.filter(({ isSent }) => isSent)];
  return {
    machines: { sent: machines.length, leftOut: allMachines.length - machines.length },
    pods: { sent: pods.length, leftOut: allPods.length - pods.length },
    differences: machines.length === 0 || pods.length === 0 ? [] : differencesOf(ports, { machines, pods }, spokenTo),
  };
}

function differencesOf<E extends ComparedEndpoint>(
  ports: Parameters<typeof kindDifferences>[0],
  { machines, pods }: { readonly machines: readonly E[]; readonly pods: readonly E[] },
  spokenTo: (endpoint: E) => SpokenTls | null,
): readonly KindDifference[] {
  const compared = (aspect: Aspect, read: (one: E) => string, port = ""): KindDifference => {
    const [ours, theirs] = [counted(machines, read), counted(pods, read)];
    return { aspect, port, machines: ours, pods: theirs, differs: !isSameSet(ours, theirs) };
  };
  return [
    ...ports.flatMap(({ name, number, protocol }, index) => {
      // Callers get no list for UDP.
      if (protocol.toUpperCase() === "UDP") return [];
      return [compared("port", ({ ends }) => String(ends[index] ?? ""), name === "" ? String(number) : `${number} ${name}`)];
    }),
    compared("account", ({ machine }) => machine.identity.split("/sa/")[1] ?? ""),
    compared("tls", (one) => TLS_VALUES[spokenTo(one) ?? "not-known"]),
    compared("version", ({ machine }) => machine.labels.get("version") ?? ""),
    compared("locality", ({ machine }) => sentLocality(machine.locality)),
    compared("probe", ({ machine, gate }) => (machine.kind === "pod" ? "readiness" : isGateOn(gate) ? "probe" : "not checked")),
  ].map((one) => (one.aspect === "probe" ? { ...one, differs: one.machines.some(({ value }) => value === "not checked") } : one));
}

function counted<E extends ComparedEndpoint>(endpoints: readonly E[], read: (one: E) => string): readonly ValueCount[] {
  const counts = new Map<string, number>();
  for (const one of endpoints) counts.set(read(one), (counts.get(read(one)) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function isSameSet(ours: readonly ValueCount[], theirs: readonly ValueCount[]): boolean {
  return ours.length === theirs.length && ours.every(({ value }) => theirs.some((one) => one.value === value));
}
