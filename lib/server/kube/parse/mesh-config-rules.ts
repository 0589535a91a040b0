import { invalidPartOfDomain, invalidPartOfWildcardDomain, isCidrRange, isMixedCaseDnsLabel } from "@/lib/domain/preview/names";
import type { UntypedObject } from "@/lib/domain/preview/values";
import { addressFamily } from "@/lib/domain/selection/ip-address";
import { keyText } from "./json";
import { countField, durationField, fieldOf, messageField, messagesField, textField, textsField, truthField, Unreadable } from "./proto-json";

/*
 * istiod validates its configuration as a whole: one wrong value, and it uses nothing of the key (`pkg/config/validation/agent/validation.go`). Each rule here was
 * run with istiod 1.31.
 */

/** Throws `Unreadable` if istiod rejects the configuration `mesh` for one of its values. */
export function checkMesh(mesh: UntypedObject): void {
  checkPort(mesh, "proxyListenPort");
  checkDuration(mesh, "connectTimeout", 3_600_000);
  if ((durationField(mesh, "protocolDetectionTimeout") ?? 0) % 1 !== 0) reject("its field protocolDetectionTimeout has a part of a millisecond");
  const domains = [textField(mesh, "trustDomain") ?? [], textsField(mesh, "trustDomainAliases") ?? []].flat();
  for (const domain of domains) if (!isTrustDomain(domain)) reject(`${named(domain)} is no trust domain`);
  const hosts = (messagesField(mesh, "serviceSettings") ?? []).flatMap((one) => textsField(one, "hosts") ?? []);
  for (const host of hosts) if (invalidPartOfWildcardDomain(host) !== null) reject(`its field serviceSettings has the host name ${named(host)}`);
  if ((textsField(messageField(mesh, "meshMTLS") ?? {}, "ecdhCurves") ?? []).length > 0) reject("its field meshMTLS has ecdhCurves");
  checkLocality(messageField(mesh, "localityLbSetting") ?? {});
  checkZoneAware(messageField(mesh, "zoneAwareLbSetting") ?? {});
  checkTrafficPolicy(messageField(mesh, "defaultTrafficPolicy") ?? {});
  checkProxy(messageField(mesh, "defaultConfig") ?? {});
}

/** The same for one network of `meshNetworks`. */
export function checkNetwork(network: UntypedObject): void {
  for (const endpoint of messagesField(network, "endpoints") ?? []) {
    const [cidr, registry] = [textField(endpoint, "fromCidr"), textField(endpoint, "fromRegistry")];
    if (cidr !== undefined && !isCidrRange(cidr) && addressFamily(cidr) === null) reject(`${named(cidr)} is no CIDR`);
    if (registry !== undefined && !isMixedCaseDnsLabel(registry)) reject(`${named(registry)} is no name of a registry`);
  }
  for (const gateway of messagesField(network, "gateways") ?? []) {
    const [address, service] = [textField(gateway, "address"), textField(gateway, "registryServiceName")];
    if (address !== undefined && addressFamily(address) === null && !isDomain(address)) reject(`${named(address)} is neither an IP address nor a host name`);
    if (service !== undefined && !isDomain(service)) reject(`${named(service)} is no host name`);
    if (!isPort(countField(gateway, "port") ?? 0)) reject("a gateway has no port from 1 to 65535");
  }
}

const PLACE_LABELS: ReadonlySet<string> = new Set(["topology.kubernetes.io/region", "topology.kubernetes.io/zone", "topology.istio.io/subzone"]);

function checkLocality(setting: UntypedObject): void {
  const distribute = messagesField(setting, "distribute") ?? [];
  const hasFailover = (messagesField(setting, "failover") ?? []).length > 0;
  if (distribute.length > 0 && hasFailover) reject("its field localityLbSetting has both distribute and failover");
  const label = hasFailover ? (textsField(setting, "failoverPriority") ?? []).find((one) => PLACE_LABELS.has(one)) : undefined;
  if (label !== undefined) reject(`its field localityLbSetting has failover, and ${label} in failoverPriority`);
  for (const one of distribute) {
    const to = messageField(one, "to") ?? {};
    const weights = Object.keys(to).map((locality) => countField(to, locality) ?? 0);
    const sum = weights.reduce((all, weight) => all + weight, 0);
    if (sum !== 100 || weights.includes(0)) reject(`a distribute of its field localityLbSetting has weights other than 1 to 100, or their sum is not 100`);
    checkLocalities(Object.keys(to).sort());
  }
  checkLocalities(distribute.map((one) => textField(one, "from") ?? ""));
  checkFailover(setting, "localityLbSetting");
}

function checkZoneAware(setting: UntypedObject): void {
  const label = (textsField(setting, "failoverPriority") ?? []).find((one) => PLACE_LABELS.has(one));
  if (label !== undefined) reject(`its field zoneAwareLbSetting has ${label} in failoverPriority`);
  checkFailover(setting, "zoneAwareLbSetting");
}

function checkFailover(setting: UntypedObject, name: string): void {
  for (const one of messagesField(setting, "failover") ?? []) {
    const regions = [textField(one, "from") ?? "", textField(one, "to") ?? ""];
    if (regions[0] === regions[1]) reject(`a failover of its field ${name} has one region as from and to`);
    if (regions.some((region) => /[/*]/.test(region))) reject(`a failover of its field ${name} names something else than regions`);
  }
}

/** A later locality must not be part of an earlier one. In Go's maps the order varies: here "*" is first. */
function checkLocalities(localities: readonly string[]): void {
  const earlier: string[][] = [];
  for (const locality of localities) {
    const parts = locality.split("/");
    const own = parts.length > 3 ? [...parts.slice(0, 2), parts.slice(2).join("/")] : parts;
    if (own.includes("") || locality.slice(0, -1).includes("*")) reject(`${named(locality)} is no locality`);
    const isPart = earlier.some((one) => one.every((part, at) => at >= own.length || part === "*" || part === own[at]));
    if (isPart) reject(`the locality ${named(locality)} overlaps with another one`);
    earlier.push(own);
  }
}

const HTTP_COUNTS = ["http1MaxPendingRequests", "http2MaxRequests", "maxRequestsPerConnection", "maxRetries", "maxConcurrentStreams"] as const;

function checkTrafficPolicy(policy: UntypedObject): void {
  const pool = messageField(policy, "connectionPool");
  const [http, tcp] = [messageField(pool ?? {}, "http"), messageField(pool ?? {}, "tcp")];
  if (pool !== undefined && http === undefined && tcp === undefined) reject("its field defaultTrafficPolicy.connectionPool is empty");
  for (const name of HTTP_COUNTS) countField(http ?? {}, name);
  countField(tcp ?? {}, "maxConnections");
  checkDuration(http ?? {}, "idleTimeout");
  for (const name of ["connectTimeout", "maxConnectionDuration"]) checkDuration(tcp ?? {}, name);
  const outlier = messageField(policy, "outlierDetection") ?? {};
  for (const name of ["baseEjectionTime", "interval"]) checkDuration(outlier, name);
  for (const name of ["maxEjectionPercent", "minHealthPercent"]) if ((countField(outlier, name) ?? 0) > 100) reject(`its field ${name} is above 100`);
  const isLocal = (countField(outlier, "consecutiveLocalOriginFailures") ?? 0) > 0;
  if (isLocal && truthField(outlier, "splitExternalLocalOriginErrors") !== true)
    reject("its field consecutiveLocalOriginFailures needs splitExternalLocalOriginErrors");
}

function checkProxy(proxy: UntypedObject): void {
  for (const name of ["configPath", "binaryPath", "serviceCluster"]) if (textField(proxy, name) === "") reject(`its field defaultConfig.${name} is empty`);
  const drain = durationField(proxy, "drainDuration");
  if (drain !== undefined && (drain < 1_000 || drain % 1_000 !== 0)) reject("its field defaultConfig.drainDuration is no number of seconds");
  for (const name of ["proxyAdminPort", "statusPort"]) checkPort(proxy, name);
  const policy = fieldOf(proxy, "controlPlaneAuthPolicy") ?? "NONE";
  if (!["NONE", "MUTUAL_TLS", 0, 1].includes(policy as string | number))
    reject("its field defaultConfig.controlPlaneAuthPolicy has no value that istiod knows");
  const discovery = textField(proxy, "discoveryAddress");
  if (discovery !== undefined) checkAddress(discovery, "discoveryAddress");
  for (const name of ["statsdUdpAddress", "envoyMetricsServiceAddress"]) checkAddressIfSet(proxy, name, name);
  for (const name of ["envoyMetricsService", "envoyAccessLogService"]) checkAddressIfSet(messageField(proxy, name) ?? {}, "address", name);
  checkTracing(messageField(proxy, "tracing") ?? {});
  const provider = messageField(proxy, "privateKeyProvider");
  if (provider !== undefined) checkPrivateKeys(provider);
  checkConnections(messageField(proxy, "connectionSettings") ?? {});
}

/** The smallest values of `connectionSettings`. */
const LEAST = {
  ...{ listenerPerConnectionBufferLimitBytes: 0, clusterPerConnectionBufferLimitBytes: 0, httpMaxConcurrentStreams: 1 },
  ...{ http2InitialStreamWindowSize: 65_535, http2InitialConnectionWindowSize: 65_535, listenerConnectionLimit: 1, globalDownstreamConnectionLimit: 1 },
};
const LIMITED = ["IdleTimeout", "MaxConnectionDuration", "DrainTimeout", "RequestTimeout", "RequestHeadersTimeout", "StreamIdleTimeout", "MaxStreamDuration"];

function checkConnections(settings: UntypedObject): void {
  for (const [name, least] of Object.entries(LEAST)) if ((countField(settings, name) ?? least) < least) reject(`its field ${name} is below ${least}`);
  for (const name of LIMITED) if ((durationField(settings, `http${name}`) ?? 0) < 0) reject(`its field http${name} is negative`);
}

function checkTracing(tracing: UntypedObject): void {
  for (const name of ["zipkin", "datadog"]) {
    const tracer = messageField(tracing, name);
    if (tracer !== undefined) checkAddress((textField(tracer, "address") ?? "").replace("$(HOST_IP)", "127.0.0.1"), `tracing.${name}`);
  }
  const lightstep = messageField(tracing, "lightstep");
  if (lightstep === undefined) return;
  checkAddress(textField(lightstep, "address") ?? "", "tracing.lightstep");
  if ((textField(lightstep, "accessToken") ?? "") === "") reject("its field defaultConfig.tracing.lightstep has no accessToken");
}

function checkPrivateKeys(provider: UntypedObject): void {
  const own = messageField(provider, "cryptomb") ?? messageField(provider, "qat") ?? {};
  if ((durationField(own, "pollDelay") ?? 0) === 0) reject("its field defaultConfig.privateKeyProvider has no pollDelay");
}

function checkAddressIfSet(message: UntypedObject, name: string, shown: string): void {
  const address = textField(message, name) ?? "";
  if (address !== "") checkAddress(address, shown);
}

/** `HOST:PORT`, with brackets around an IPv6 address. */
function checkAddress(address: string, name: string): void {
  const [, bracketed, plain, port = ""] = /^(?:\[([^\]]*)\]|([^:[\]]*)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain ?? "";
  const isHost = isDomain(host) || addressFamily(host) !== null;
  if (!isHost || !isPort(Number(port))) reject(`its field defaultConfig.${name} is no address with a port: ${named(address)}`);
}

function checkPort(message: UntypedObject, name: string): void {
  const port = countField(message, name);
  if (port !== undefined && !isPort(port)) reject(`its field ${name} is no port from 1 to 65535`);
}

function checkDuration(message: UntypedObject, name: string, most = Number.POSITIVE_INFINITY): void {
  const ms = durationField(message, name);
  if (ms !== undefined && (ms < 1 || ms > most || ms % 1 !== 0)) reject(`its field ${name} is too short, too long, or has a part of a millisecond`);
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

function isDomain(name: string): boolean {
  return invalidPartOfDomain(name) === null;
}

function isTrustDomain(domain: string): boolean {
  const parts = domain.split(".");
  const own = parts.length > 1 && parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  return own.every(isMixedCaseDnsLabel);
}

function named(value: string): string {
  return JSON.stringify(keyText(value));
}

function reject(why: string): never {
  throw new Unreadable(why);
}
