import type { Fact, World } from "@/lib/domain/mesh/world";
import { DEFAULT_MESH, type MeshSettings, type NetworkGateway } from "@/lib/domain/selection/world";
import { ISTIOD_SETTINGS } from "./istiod-settings";
import { type ConfiguredGateway, MESH_CONFIG_DEFAULTS } from "./mesh-config";
import type { MeshFacts } from "./mesh-facts";
import { type GatewayService, networkGatewaysOfKubernetesGateway, networkGatewaysOfService } from "./network-gateways";

/** The mesh settings for the endpoint engine that come from facts about the control plane. */
export type ControlPlaneSettings = Omit<MeshSettings, "gatewaysServeDns" | "podNetwork" | "nodeLocalities" | "namespaceDistributions">;

/** The settings of one revision, and those that are uncertain (`doubts`). A page with a result of the settings shows the doubts, too. */
export interface MeshSettingsWithDoubts {
  readonly settings: MeshSettings;
  readonly doubts: readonly UncertainSetting[];
}

/** A setting whose value is not known, and the reason. Istio's default is used in its place. */
export interface UncertainSetting {
  readonly setting: string;
  readonly kind: "assumed" | "denied";
  readonly source: string;
}

/** Returns all settings of one revision: the values of its istiod and mesh configuration, the localities of Nodes, and the labels of namespaces. */
export function meshSettingsOf(facts: MeshFacts, world: Pick<World, "gateways" | "networkGateways" | "places">): MeshSettingsWithDoubts {
  const { settings, doubts } = controlPlaneSettingsOf(facts, world);
  const { nodes, namespaces } = world.places;
  const told = namespaces.kind === "denied" ? [] : [...namespaces.value];
  const unseen = [
    ...doubtOf("nodeLocalities", nodes),
    // The values of both settings come from namespaces.
    ...doubtOf("podNetwork", namespaces),
    ...doubtOf("namespaceDistributions", namespaces),
  ];
  return {
    settings: {
      ...settings,
      gatewaysServeDns: null,
      podNetwork: told.find(([name]) => name === facts.istiodNamespace)?.[1].network ?? "",
      nodeLocalities: nodes.kind === "denied" ? new Map() : nodes.value,
      namespaceDistributions: new Map(told.flatMap(([name, { distribution }]) => (distribution === null ? [] : [[name, distribution] as const]))),
    },
    doubts: [...doubts, ...unseen],
  };
}

function doubtOf(setting: string, fact: Fact<unknown>): readonly UncertainSetting[] {
  return fact.kind === "known" ? [] : [{ setting, kind: fact.kind, source: fact.source }];
}

/** Returns the settings of the control plane, and those that are uncertain. */
export function controlPlaneSettingsOf(
  facts: MeshFacts,
  world: Pick<World, "gateways" | "networkGateways">,
): { readonly settings: ControlPlaneSettings; readonly doubts: readonly UncertainSetting[] } {
  const doubts: UncertainSetting[] = [];
  const taken = <T>(setting: string, fact: Fact<T>, byDefault: T): T => {
    if (fact.kind !== "known") doubts.push({ setting, kind: fact.kind, source: fact.source });
    return fact.kind === "denied" ? byDefault : fact.value;
  };
  const [istiod, mesh] = [ISTIOD_SETTINGS, MESH_CONFIG_DEFAULTS];
  const clusterId = taken("clusterId", facts.clusterId, istiod.clusterId.byDefault);
  const domain = taken("domain", facts.domain, istiod.domain.byDefault);
  const services = taken("gateways", world.gateways, []);
  const discovers = taken("discoversGateways", facts.discoversGateways, istiod.discoversGateways.byDefault);
  const objects = discovers ? taken("networkGateways", world.networkGateways, []) : [];
  const networks = taken("networks", facts.networks, mesh.networks);
  const configured = networks.flatMap(({ name, gateways }) => gateways.flatMap((gateway) => configuredGateways(name, gateway, services, domain)));
  const settings: ControlPlaneSettings = {
    ...{ revision: facts.revision, clusterId, domain, networks },
    istioVersion: taken("istioVersion", facts.istioVersion, null),
    otherVersions: facts.otherVersions,
    rootNamespace: taken("rootNamespace", facts.rootNamespace, DEFAULT_MESH.rootNamespace),
    trustDomain: taken("trustDomain", facts.trustDomain, mesh.trustDomain),
    autoMtls: taken("autoMtls", facts.autoMtls, mesh.autoMtls),
    serviceExportTo: taken("serviceExportTo", facts.serviceExportTo, mesh.serviceExportTo),
    ruleExportTo: taken("ruleExportTo", facts.ruleExportTo, mesh.ruleExportTo),
    locality: taken("locality", facts.locality, mesh.locality),
    zoneAware: taken("zoneAware", facts.zoneAware, mesh.zoneAware),
    gateways: [
      ...services.flatMap((service) => networkGatewaysOfService(service, clusterId)),
      ...objects.flatMap((object) => networkGatewaysOfKubernetesGateway(object, clusterId)),
      ...configured,
    ],
    ambientMultiNetwork: taken("ambientMultiNetwork", facts.ambientMultiNetwork, istiod.ambientMultiNetwork.byDefault),
    healthChecks: taken("healthChecks", facts.healthChecks, istiod.healthChecks.byDefault),
    serviceEntriesSelectPods: taken("serviceEntriesSelectPods", facts.serviceEntriesSelectPods, istiod.serviceEntriesSelectPods.byDefault),
    servicesSelectEntries: taken("servicesSelectEntries", facts.servicesSelectEntries, istiod.servicesSelectEntries.byDefault),
    drainingLabel: taken("drainingLabel", facts.drainingLabel, istiod.drainingLabel.byDefault),
    sendsUnhealthy: taken("sendsUnhealthy", facts.sendsUnhealthy, istiod.sendsUnhealthy.byDefault),
    forcesUnhealthy: taken("forcesUnhealthy", facts.forcesUnhealthy, istiod.forcesUnhealthy.byDefault),
    outlierByDefault: taken("outlierByDefault", facts.outlierByDefault, mesh.outlierByDefault),
  };
  return { settings, doubts };
}

/** Returns the gateways of `meshNetworks`: an address, or the addresses of a visible Service. */
function configuredGateways(network: string, gateway: ConfiguredGateway, services: readonly GatewayService[], domain: string): readonly NetworkGateway[] {
  const named = services.find(({ name, namespace }) => gateway.service !== "" && `${name}.${namespace}.svc.${domain}` === gateway.service);
  const addresses = gateway.address === "" ? (named?.addresses ?? []) : [gateway.address];
  return addresses.map((address) => ({ network, cluster: "", address, port: gateway.port ?? 0 }));
}
