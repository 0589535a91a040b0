import type { ConfiguredGateway, ConfiguredNetwork, MeshConfig, NamespaceSelector, PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import { isUntypedObject, type UntypedObject } from "@/lib/domain/preview/values";
import type { LocalityBalancing, ZoneAwareBalancing } from "@/lib/domain/selection/policies";
import { keyText, text } from "./json";
import { checkMesh, checkNetwork } from "./mesh-config-rules";
import { countField, durationField, fieldOf, keptWhole, messageField, messagesField, textField, textsField, truthField, Unreadable } from "./proto-json";

/** The settings of `mesh`; a setting without a value is missing. Throws `Unreadable`, also for values that istiod rejects. */
export function meshConfigToldBy(mesh: UntypedObject): PartialMeshConfig {
  checkMesh(mesh);
  const proxy = messageField(mesh, "defaultConfig");
  return said({
    trustDomain: textField(mesh, "trustDomain"),
    rootNamespace: textField(mesh, "rootNamespace"),
    outboundTraffic: outboundTrafficOf(messageField(mesh, "outboundTrafficPolicy")),
    autoMtls: truthField(mesh, "enableAutoMtls"),
    serviceExportTo: textsField(mesh, "defaultServiceExportTo"),
    ruleExportTo: textsField(mesh, "defaultDestinationRuleExportTo"),
    locality: optional(messageField(mesh, "localityLbSetting"), localityOf),
    zoneAware: optional(messageField(mesh, "zoneAwareLbSetting"), zoneAwareOf),
    outlierByDefault: optional(messageField(mesh, "defaultTrafficPolicy"), (policy) => messageField(policy, "outlierDetection") !== undefined),
    discoverySelectors: messagesField(mesh, "discoverySelectors")?.map(selectorOf),
    connectTimeoutMs: durationField(mesh, "connectTimeout"),
    discoveryAddress: optional(proxy, (one) => textField(one, "discoveryAddress")),
    meshId: optional(proxy, (one) => textField(one, "meshId")),
    proxyDefaults: optional(proxy, (one) => keptWhole(one, "defaultConfig")),
  });
}

/** The networks of `meshNetworks`, by name. istiod reads null as an empty network (measured). Throws `Unreadable`. */
export function networksToldBy(config: UntypedObject): readonly ConfiguredNetwork[] {
  return Object.entries(messageField(config, "networks") ?? {}).map(([name, written]) => {
    const network = written ?? {};
    if (!isUntypedObject(network)) throw new Unreadable(`its network ${keyText(name)} is no object`);
    checkNetwork(network);
    const endpoints = messagesField(network, "endpoints") ?? [];
    return {
      name: keyText(name),
      gateways: (messagesField(network, "gateways") ?? []).map(gatewayOf),
      cidrs: endpoints.flatMap((one) => textField(one, "fromCidr") ?? []),
      registries: endpoints.flatMap((one) => textField(one, "fromRegistry") ?? []),
    };
  });
}

function gatewayOf(gateway: UntypedObject): ConfiguredGateway {
  return {
    address: textField(gateway, "address") ?? "",
    service: textField(gateway, "registryServiceName") ?? "",
    port: countField(gateway, "port") ?? null,
    locality: textField(gateway, "locality") ?? "",
  };
}

/** A message without a mode has that of the number 0. */
function outboundTrafficOf(policy: UntypedObject | undefined): MeshConfig["outboundTraffic"] | undefined {
  if (policy === undefined) return undefined;
  const mode = fieldOf(policy, "mode") ?? "REGISTRY_ONLY";
  if (mode === "REGISTRY_ONLY" || mode === 0) return "REGISTRY_ONLY";
  if (mode === "ALLOW_ANY" || mode === 1) return "ALLOW_ANY";
  throw new Unreadable("its field outboundTrafficPolicy.mode is neither REGISTRY_ONLY nor ALLOW_ANY");
}

/** istiod reads an empty `distribute` as unset: failover stays on (measured). */
function localityOf(setting: UntypedObject): LocalityBalancing {
  const distribute = messagesField(setting, "distribute") ?? [];
  return { ...zoneAwareOf(setting), distribute: distribute.length === 0 ? null : distribute.map(distributionOf) };
}

function zoneAwareOf(setting: UntypedObject): ZoneAwareBalancing {
  const failover = messagesField(setting, "failover") ?? [];
  return {
    isEnabled: truthField(setting, "enabled") ?? true,
    failover: failover.map((one) => ({ from: textField(one, "from") ?? "", to: textField(one, "to") ?? "" })),
    failoverPriority: textsField(setting, "failoverPriority") ?? [],
  };
}

function distributionOf(one: UntypedObject): NonNullable<LocalityBalancing["distribute"]>[number] {
  const to = messageField(one, "to") ?? {};
  return { from: textField(one, "from") ?? "", to: Object.keys(to).map((locality) => [keyText(locality), countField(to, locality) ?? 0] as const) };
}

function selectorOf(selector: UntypedObject): NamespaceSelector {
  return {
    labels: Object.entries(messageField(selector, "matchLabels") ?? {}).map(([key, value]) => [keyText(key), text(value)] as const),
    expressions: (messagesField(selector, "matchExpressions") ?? []).map((one) => ({
      key: textField(one, "key") ?? "",
      operator: textField(one, "operator") ?? "",
      values: textsField(one, "values") ?? [],
    })),
  };
}

function optional<T, R>(value: T | undefined, read: (value: T) => R): R | undefined {
  return value === undefined ? undefined : read(value);
}

/** Without the settings that are not said. */
function said(config: { readonly [Key in keyof MeshConfig]?: MeshConfig[Key] | undefined }): PartialMeshConfig {
  const entries = Object.entries(config).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
