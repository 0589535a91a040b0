import { isGateOn } from "@/lib/domain/health-gate";
import { sentLocality } from "@/lib/domain/locality";
import type { SpokenTls } from "./endpoint-tls";
import type { HostEndpoint } from "./host-endpoint";

/** What may differ between a host's machines and its Pods, so that a caller notices who answers. */
export type Aspect = "port" | "account" | "tls" | "version" | "locality" | "probe";

/** How many have a value; "" = none. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** One aspect of machines beside Pods. `port` names which port of the host, else "". */
export interface KindDifference {
  readonly aspect: Aspect;
  readonly port: string;
  readonly machines: readonly ValueCount[];
  readonly pods: readonly ValueCount[];
  readonly differs: boolean;
}

/** A machine with the gate of its entry; a Pod has none. */
export interface ComparedEndpoint extends HostEndpoint {
  readonly gate: string | null;
}

const TLS_VALUES = { mutual: "mTLS", simple: "TLS", plain: "plain", "not-known": "not known" } as const;

/** Machines and Pods of a host beside each other, aspect by aspect; none where one of the two is not there (journey (d) 5). */
export function kindDifferences(
  ports: readonly { readonly name: string; readonly number: number }[],
  endpoints: readonly ComparedEndpoint[],
  spokenTo: (endpoint: HostEndpoint) => SpokenTls | null,
): readonly KindDifference[] {
  const machines = endpoints.filter(({ machine }) => machine.kind === "entry");
  const pods = endpoints.filter(({ machine }) => machine.kind === "pod");
  if (machines.length === 0 || pods.length === 0) return [];
  const compared = (aspect: Aspect, read: (one: ComparedEndpoint) => string, port = ""): KindDifference => {
    const [ours, theirs] = [counted(machines, read), counted(pods, read)];
    return { aspect, port, machines: ours, pods: theirs, differs: !isSameSet(ours, theirs) };
  };
  return [
    ...ports.map(({ name, number }, index) =>
      compared("port", (one) => String(one.ports[index]?.port ?? ""), name === "" ? String(number) : `${number} ${name}`),
    ),
    compared("account", ({ machine }) => machine.identity.split("/sa/")[1] ?? ""),
    compared("tls", (one) => TLS_VALUES[spokenTo(one) ?? "not-known"]),
    compared("version", ({ machine }) => machine.labels.get("version") ?? ""),
    compared("locality", ({ machine }) => sentLocality(machine.locality)),
    compared("probe", ({ machine, gate }) => (machine.kind === "pod" ? "readiness" : isGateOn(gate) ? "probe" : "not checked")),
  ].map((one) => (one.aspect === "probe" ? { ...one, differs: one.machines.some(({ value }) => value === "not checked") } : one));
}

function counted(endpoints: readonly ComparedEndpoint[], read: (one: ComparedEndpoint) => string): readonly ValueCount[] {
  const counts = new Map<string, number>();
  for (const one of endpoints) counts.set(read(one), (counts.get(read(one)) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function isSameSet(ours: readonly ValueCount[], theirs: readonly ValueCount[]): boolean {
  return ours.length === theirs.length && ours.every(({ value }) => theirs.some((one) => one.value === value));
}
