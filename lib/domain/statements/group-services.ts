import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** A service that selects machines of a group, with the numbers of all its endpoints. */
export interface ServiceSelectingGroup {
  /** The host names of the service. */
  readonly hosts: readonly string[];
  /** The number of the group's machines that the service selects. */
  readonly takes: number;
  /**
   * The numbers of machines that the service selects: all, serving, unverified (`inDoubt`), and draining or without a first health report (`aside`).
   * Null = the viewer may not see them.
   */
  readonly machines: { readonly taken: number; readonly serving: number; readonly inDoubt: number; readonly aside: number } | null;
  readonly pods: { readonly ready: number } | null;
  readonly inline: number;
  /** The number of healthy addresses in EndpointSlices; null = not visible. */
  readonly addresses: number | null;
}

/** A service with fewer endpoints than it selects machines, or without any. `pods` and `addresses` null = not visible. */
export interface ServiceWithFewerEndpoints extends Statement {
  readonly kind: "affected-service";
  readonly service: string;
  readonly moreNames: number;
  readonly result: "no-endpoint" | "no-machine" | "fewer";
  readonly machines: number;
  readonly unverified: number;
  readonly pods: number | null;
  readonly inline: number;
  readonly addresses: number | null;
  readonly tone: Tone | null;
}

/** The number of further services with fewer endpoints than they select machines. */
export interface MoreServicesWithFewerEndpoints extends Statement {
  readonly kind: "more-affected-services";
  readonly count: number;
  readonly tone: null;
}

/** The status of a service on the page of a group, worst first. "no-machine": no machine is left, and other endpoints are not visible. */
export type GroupServiceStatus = "down" | "no-machine" | "degraded" | "unverified" | "not-visible" | "not-checked" | "healthy";

/** The numbers of a service that decide its status. */
interface CountedService extends ServiceSelectingGroup {
  readonly machines: (NonNullable<ServiceSelectingGroup["machines"]> & { readonly notChecked: number; readonly notReached: number }) | null;
  /** 1 if callers resolve the host name itself. */
  readonly names: number;
}

/** Returns the status of a service that selects machines of a group. `isMissing`: machines of the group are lost or missing. */
export function groupServiceStatus(service: CountedService, isMissing: boolean): GroupServiceStatus {
  const { machines, names } = service;
  if (machines === null) return "not-visible";
  const [affected] = affectedService({ ...service, inline: service.inline + names }, isMissing || service.takes === 0);
  if (affected?.result === "no-endpoint") return "down";
  if (affected?.result === "no-machine") return "no-machine";
  if (service.takes > 0 || isMissing) {
    if (machines.notReached > 0 || machines.serving + machines.inDoubt + machines.aside < machines.taken || isMissing) return "degraded";
  }
  if (machines.inDoubt > 0) return "unverified";
  return machines.notChecked > 0 ? "not-checked" : "healthy";
}

/** The largest number of services that a line names. */
const MOST_NAMED = 2;

/**
 * Returns the services that lost endpoints because of a group, worst first. A service no longer selects a lost machine, so that all services of the
 * group are affected if machines are missing (`isMissing`).
 */
export function servicesWithFewerEndpoints(
  services: readonly ServiceSelectingGroup[],
  isMissing: boolean,
): readonly (ServiceWithFewerEndpoints | MoreServicesWithFewerEndpoints)[] {
  const affected = services.flatMap((service) => affectedService(service, isMissing)).sort((a, b) => rank(a) - rank(b));
  const more = affected.length - MOST_NAMED;
  return more > 0 ? [...affected.slice(0, MOST_NAMED), { kind: "more-affected-services", count: more, tone: null }] : affected;
}

function affectedService({ hosts, takes, machines, pods, inline, addresses }: ServiceSelectingGroup, isMissing: boolean): readonly ServiceWithFewerEndpoints[] {
  if (machines === null || (takes === 0 && !isMissing)) return [];
  const left = machines.serving + machines.inDoubt + inline + (addresses ?? 0);
  const result = left > 0 || (pods?.ready ?? 0) > 0 ? "fewer" : pods === null || addresses === null ? "no-machine" : "no-endpoint";
  if (result === "fewer" && !isMissing && machines.serving + machines.aside >= machines.taken) return [];
  return [
    {
      kind: "affected-service",
      ...{ service: hosts[0] ?? "", moreNames: Math.max(0, hosts.length - 1), result, machines: machines.serving, unverified: machines.inDoubt },
      ...{ pods: pods?.ready ?? null, inline, addresses, tone: result === "fewer" ? null : "bad" },
    },
  ];
}

function rank({ result, machines, unverified, inline, pods, addresses }: ServiceWithFewerEndpoints): number {
  if (result !== "fewer") return result === "no-endpoint" ? 0 : 1;
  return 2 + machines + unverified + inline + (pods ?? 0) + (addresses ?? 0);
}
