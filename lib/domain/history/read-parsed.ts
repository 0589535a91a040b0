import type { AuthorizationPolicy } from "@/lib/domain/authorization-policy";
import type { Distribution, KubernetesService, Resolution, ServiceEntry } from "@/lib/domain/selection/objects";
import type {
  DestinationRule,
  LocalityBalancing,
  PeerAuthentication,
  PolicyPart,
  RouteDestination,
  Sidecar,
  VirtualService,
  ZoneAwareBalancing,
} from "@/lib/domain/selection/policies";
import type { WorkloadTemplate } from "@/lib/domain/workload-group";
import { boolean, list, number, numbered, numberOrNull, object, orNull, pairs, type Read, text, textOrNull, Unreadable, word } from "./reading";

/** What was read of an object when it was recorded, or null: a version that did not keep it wrote it, or one that keeps it otherwise. */
export function readParsed<P>(read: Read<P>, stored: unknown): P | null {
  if (stored === undefined || stored === null) return null;
  try {
    return read(stored, "parsed");
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const texts = list(text);
const labels = pairs(text);
const described = { namespace: text, name: text, createdAt: numberOrNull, labels };
const distribution = orNull(word<Distribution>(["any", "same-zone", "same-node"]));

// Rows of older versions have no misplaced keys.
const misplacedKeys: Read<readonly string[]> = (value, path) => (value === undefined ? [] : texts(value, path));

export const readKubernetesService = object<KubernetesService>({
  misplacedKeys,
  ...{ ...described, kind: word(["Service"]), selector: labels, type: text, isHeadless: boolean, externalName: text },
  ports: list(object({ name: text, number, protocol: text, target: targetOf })),
  // Rows of older versions have no cluster IPs.
  clusterAddresses: (value, path) => (value === undefined ? [] : texts(value, path)),
  ...{ exportTo: texts, distribution, publishesUnready: boolean, isNodeLocal: boolean, accounts: texts, namespaceAccounts: texts },
});

export const readServiceEntry = object<ServiceEntry>({
  misplacedKeys,
  ...{ ...described, kind: word(["ServiceEntry"]), hosts: texts, selector: orNull(labels) },
  // Rows of older versions have no addresses.
  addresses: (value, path) => (value === undefined ? [] : texts(value, path)),
  allocated: (value, path) => (value === undefined ? [] : labels(value, path)),
  ports: list(object({ name: text, number, protocol: text, target: numberOrNull })),
  endpoints: list(
    object<WorkloadTemplate>({ address: text, ports: pairs(number), labels, network: text, locality: text, weight: numberOrNull, serviceAccount: text }),
  ),
  resolution: word<Resolution>(["NONE", "STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]),
  ...{ isExternal: boolean, exportTo: texts, distribution, accounts: texts },
});

const failover = list(object({ from: text, to: text }));
const zoneAware = object<ZoneAwareBalancing>({ isEnabled: boolean, failover, failoverPriority: texts });
const locality = object<LocalityBalancing>({
  ...{ isEnabled: boolean, failover, failoverPriority: texts },
  distribute: orNull(list(object({ from: text, to: pairs(number) }))),
});
const policyPart: { readonly [Key in keyof PolicyPart]-?: Read<PolicyPart[Key]> } = {
  tls: textOrNull,
  // Rows of older versions have no names.
  accepts: (value, path) => (value === undefined ? undefined : texts(value, path)),
  outlier: orNull(object({ minHealthPercent: number, maxEjectionPercent: numberOrNull })),
  balancer: orNull(object({ simple: text, locality: orNull(locality), zoneAware: orNull(zoneAware) })),
};
const policy = orNull(object({ ...policyPart, ports: list(object({ ...policyPart, port: number })) }));

export const readDestinationRule = object<DestinationRule>({
  ...{ ...described, host: text, policy, exportTo: texts, callers: orNull(labels) },
  subsets: list(object({ name: text, labels, policy })),
});

export const readSidecar = object<Sidecar>({
  ...{ ...described, callers: orNull(labels) },
  egress: list(object({ port: numberOrNull, protocol: text, hosts: texts })),
});

export const readPeerAuthentication = object<PeerAuthentication>({
  ...{ ...described, selector: labels, mode: textOrNull, ports: list(numbered(textOrNull)) },
});

export const readVirtualService = object<VirtualService>({
  ...{ ...described, hosts: texts, gateways: texts, exportTo: texts },
  destinations: list(
    object<RouteDestination>({
      ...{ host: text, port: numberOrNull, subset: text, sources: texts },
      // Rows of older versions have no share.
      share: (value, path) => (value === undefined ? 0 : number(value, path)),
    }),
  ),
});

export const readAuthorizationPolicy = object<AuthorizationPolicy>({
  ...{ ...described, selector: labels, action: text, rules: number },
  targets: list(object({ group: text, kind: text, name: text })),
});

function targetOf(value: unknown, path: string): number | string | null {
  return typeof value === "string" ? value : numberOrNull(value, path);
}
