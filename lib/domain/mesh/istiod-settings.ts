import { parseGoBool, parseGoDuration } from "@/lib/domain/mesh/go-values";
import type { IstiodBehaviour } from "./istiod-behaviours";

/** istiod's default of `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD` (docs/istio.md#settings). */
export const DEFAULT_GRACE_PERIOD_MS = 10_000;

/** The values of istiod's variables and flags (docs/istio.md#settings). */
export interface IstiodSettings {
  readonly clusterId: string;
  readonly domain: string;
  readonly autoRegistration: boolean;
  readonly healthChecks: boolean;
  /** Milliseconds. */
  readonly gracePeriodMs: number;
  readonly crossClusterEntries: boolean;
  readonly validatesIdentity: boolean;
  readonly serviceEntriesSelectPods: boolean;
  readonly servicesSelectEntries: boolean;
  readonly allocatesAddresses: boolean;
  readonly drainingLabel: string;
  readonly ambient: boolean;
  readonly ambientMultiNetwork: boolean;
  readonly sendsUnhealthy: boolean;
  readonly forcesUnhealthy: boolean;
  readonly resolvesGatewayNames: boolean;
  /** True if istiod also uses Gateways of the Kubernetes Gateway API as gateways between networks. */
  readonly discoversGateways: boolean;
  /** True if the proxies of a gateway get only Istio Gateways of their own namespace. */
  readonly scopesGateways: boolean;
  /** Further names in istiod's certificate, separated by commas; "" = none. */
  readonly customHosts: string;
}

/**
 * The source of a setting: a variable, or a flag (`--`). `read` returns undefined for a text that istiod cannot read. istiod then uses `byDefault`.
 */
export interface SettingDefinition<T> {
  readonly name: string;
  readonly read: (text: string) => T | undefined;
  readonly byDefault: T;
  /** Istio's default in versions without a `behaviour`. `isAbsent`: these versions do not read the setting. */
  readonly before?: { readonly behaviour: IstiodBehaviour; readonly byDefault: T; readonly isAbsent: boolean };
}

/** The source of each setting. */
export const ISTIOD_SETTINGS: { readonly [Key in keyof IstiodSettings]: SettingDefinition<IstiodSettings[Key]> } = {
  clusterId: { name: "CLUSTER_ID", read: textOf, byDefault: "Kubernetes" },
  domain: { name: "--domain", read: textOf, byDefault: "cluster.local" },
  autoRegistration: { name: "PILOT_ENABLE_WORKLOAD_ENTRY_AUTOREGISTRATION", read: parseGoBool, byDefault: true },
  healthChecks: { name: "PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS", read: parseGoBool, byDefault: true },
  gracePeriodMs: { name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", read: durationOf, byDefault: DEFAULT_GRACE_PERIOD_MS },
  crossClusterEntries: { name: "PILOT_ENABLE_CROSS_CLUSTER_WORKLOAD_ENTRY", read: parseGoBool, byDefault: true },
  validatesIdentity: { name: "ISTIO_WORKLOAD_ENTRY_VALIDATE_IDENTITY", read: parseGoBool, byDefault: true },
  serviceEntriesSelectPods: { name: "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS", read: parseGoBool, byDefault: true },
  servicesSelectEntries: { name: "PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES", read: parseGoBool, byDefault: true },
  allocatesAddresses: {
    ...{ name: "PILOT_ENABLE_IP_AUTOALLOCATE", read: parseGoBool, byDefault: true },
    before: { behaviour: "allocatesAddressesByDefault", byDefault: false, isAbsent: false },
  },
  drainingLabel: { name: "PILOT_DRAINING_LABEL", read: textOf, byDefault: "istio.io/draining" },
  ambient: { name: "PILOT_ENABLE_AMBIENT", read: parseGoBool, byDefault: false },
  ambientMultiNetwork: { name: "AMBIENT_ENABLE_MULTI_NETWORK", read: parseGoBool, byDefault: false },
  sendsUnhealthy: {
    ...{ name: "PILOT_AUTO_SEND_UNHEALTHY_ENDPOINTS", read: parseGoBool, byDefault: true },
    before: { behaviour: "sendsUnhealthyByDefault", byDefault: false, isAbsent: true },
  },
  forcesUnhealthy: { name: "PILOT_SEND_UNHEALTHY_ENDPOINTS", read: parseGoBool, byDefault: false },
  resolvesGatewayNames: { name: "RESOLVE_HOSTNAME_GATEWAYS", read: parseGoBool, byDefault: true },
  discoversGateways: {
    ...{ name: "PILOT_MULTI_NETWORK_DISCOVER_GATEWAY_API", read: parseGoBool, byDefault: true },
    before: { behaviour: "discoversGatewaysByDefault", byDefault: false, isAbsent: false },
  },
  scopesGateways: { name: "PILOT_SCOPE_GATEWAY_TO_NAMESPACE", read: parseGoBool, byDefault: false },
  customHosts: { name: "ISTIOD_CUSTOM_HOST", read: textOf, byDefault: "" },
};

function textOf(text: string): string {
  return text;
}

function durationOf(text: string): number | undefined {
  const ms = parseGoDuration(text);
  return ms === null || ms < 0 ? undefined : ms;
}
