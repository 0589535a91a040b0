import { describe, expect, it } from "vitest";
import { parseMeshConfig } from "./mesh-config";

const ID = { uid: "u", namespace: "istio-system", name: "istio", resourceVersion: "7" };
const isRead = (mesh: string, meshNetworks: string) => {
  const { seen } = parseMeshConfig({ data: { mesh, meshNetworks } }, ID, "eu");
  return seen.kind === "read" && seen.rejected === undefined;
};

/* Each text was applied to istiod 1.31. It logs "invalid mesh config" or "invalid mesh networks" for those that it rejects. */

const ACCEPTED = [
  "enableAutoMtls: true",
  "localityLbSetting: {failover: [{from: r1, to: r2}], failoverPriority: [topology.istio.io/network]}",
  "localityLbSetting: {failover: [{from: r1, to: r2}], failoverPriority: ['topology.kubernetes.io/zone=a']}",
  "localityLbSetting: {failoverPriority: [topology.kubernetes.io/zone]}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 100}}], failoverPriority: [topology.kubernetes.io/zone]}",
  "localityLbSetting: {distribute: [{from: '*', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1*', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1', to: {'r1/*': 100}}, {from: '*', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z/s/x', to: {'r1/*': 100}}]}",
  "localityLbSetting: {failover: [{from: r1}]}",
  "zoneAwareLbSetting: {failover: [{from: r1, to: r2}], failoverPriority: [topology.istio.io/network]}",
  "trustDomain: a.b.",
  "connectTimeout: 1ms",
  "connectTimeout: 1h",
  "protocolDetectionTimeout: 0s",
  "serviceSettings: [{hosts: ['*.a']}]",
  "tlsDefaults: {ecdhCurves: [x]}",
  "defaultTrafficPolicy: {outlierDetection: {consecutiveLocalOriginFailures: 3, splitExternalLocalOriginErrors: true}}",
  "defaultHttpRetryPolicy: {attempts: -1}",
  "unknownField: 1",
  "rootNamespace: ''",
  "defaultServiceExportTo: [bad_name]",
  "localityLbSetting: {nonsense: 1}",
  "defaultConfig: {discoveryAddress: '10.0.0.1:15012'}",
  "defaultConfig: {discoveryAddress: '[::1]:15012'}",
  "defaultConfig: {drainDuration: 2s}",
  "defaultConfig: {tracing: {zipkin: {address: '$(HOST_IP):9411'}}}",
  "defaultConfig: {privateKeyProvider: {qat: {pollDelay: 0.02s}}}",
  "defaultConfig: {tracing: {customTags: {a: null}}}",
  "defaultConfig: null",
  "",
  "localityLbSetting: {distribute: [{from: 'r1/z', to: {'r1/*': 100}}, {from: 'r1/*', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z/s', to: {'r1/*': 100}}, {from: 'r1/*', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z/s', to: {'r1/*': 100}}, {from: 'r1/z/*', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z/s', to: {'r1/*': 60, 'r2/*': 40}}, {from: 'r1/z/t', to: {'r1/*': 100}}]}",
  "trustDomainAliases: ['a.b', 'c']",
  "protocolDetectionTimeout: 5s",
  "proxyListenPort: 15001",
  "defaultTrafficPolicy: {connectionPool: {tcp: {maxConnections: 10, connectTimeout: 3s}}, outlierDetection: {maxEjectionPercent: 100, interval: 5s}}",
  "serviceSettings: [{hosts: ['*', 'a.example.com']}]",
  "defaultConfig: {connectionSettings: {httpMaxConcurrentStreams: 1, http2InitialStreamWindowSize: 65535, httpIdleTimeout: 0s}}",
  "defaultConfig: {connectionSettings: {clusterPerConnectionBufferLimitBytes: 0}}",
  "defaultConfig: {controlPlaneAuthPolicy: MUTUAL_TLS, statusPort: 15020, proxyAdminPort: 15000}",
  "defaultConfig: {statsdUdpAddress: '', envoyAccessLogService: {address: ''}}",
  "defaultConfig: {tracing: {lightstep: {address: 'x:80', accessToken: t}}}",
];
const REJECTED = [
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 100}}], failover: [{from: r1, to: r2}]}",
  "localityLbSetting: {failover: [{from: r1, to: r2}], failoverPriority: [topology.kubernetes.io/region]}",
  "localityLbSetting: {failover: [{from: r1, to: r2}], failoverPriority: [topology.kubernetes.io/zone]}",
  "localityLbSetting: {failover: [{from: r1, to: r2}], failoverPriority: [topology.istio.io/subzone]}",
  "localityLbSetting: {enabled: false, distribute: [{from: 'r1/*', to: {'r1/*': 100}}], failover: [{from: r1, to: r2}]}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 90}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 100, 'r2/*': 0}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 101}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/*'}]}",
  "localityLbSetting: {distribute: [{from: '', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: '*/a', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1//s', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: '*', to: {'r1/*': 100}}, {from: 'r1', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1', to: {'r1/*': 100}}, {from: 'r1/z', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 100}}, {from: 'r1/z', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z/*', to: {'r1/*': 100}}, {from: 'r1/z/s', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z', to: {'r1/*': 100}}, {from: 'r1/z/s', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/z/s', to: {'r1/*': 100}}, {from: 'r1/z', to: {'r1/*': 100}}]}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/z': 50, 'r1/z/s': 50}}]}",
  "localityLbSetting: {failover: [{from: r1, to: r1}]}",
  "localityLbSetting: {failover: [{from: r1/z, to: r2}]}",
  "localityLbSetting: {failover: [{from: 'r*', to: r2}]}",
  "localityLbSetting: {failover: [{}]}",
  "zoneAwareLbSetting: {failoverPriority: [topology.kubernetes.io/zone]}",
  "zoneAwareLbSetting: {failover: [{from: r1, to: r1}]}",
  "zoneAwareLbSetting: {failover: [{from: r1/z, to: r2}]}",
  "zoneAwareLbSetting: {failover: [{from: 'r*', to: r2}]}",
  "trustDomain: ''",
  "trustDomain: a_b",
  "trustDomain: a..b",
  "trustDomainAliases: ['*']",
  "trustDomainAliases: ['']",
  "connectTimeout: 0s",
  "connectTimeout: 0.5ms",
  "connectTimeout: 1.5ms",
  "connectTimeout: 2h",
  "connectTimeout: 1.0005s",
  "protocolDetectionTimeout: 0.5ms",
  "proxyListenPort: 0",
  "proxyListenPort: 70000",
  "serviceSettings: [{hosts: ['a_b']}]",
  "serviceSettings: [{hosts: ['']}]",
  "meshMTLS: {ecdhCurves: [P-256]}",
  "defaultTrafficPolicy: {connectionPool: {}}",
  "defaultTrafficPolicy: {outlierDetection: {maxEjectionPercent: 101}}",
  "defaultTrafficPolicy: {outlierDetection: {minHealthPercent: -1}}",
  "defaultTrafficPolicy: {outlierDetection: {interval: 0s}}",
  "defaultTrafficPolicy: {outlierDetection: {baseEjectionTime: 0.5ms}}",
  "defaultTrafficPolicy: {outlierDetection: {consecutiveLocalOriginFailures: 3}}",
  "defaultTrafficPolicy: {connectionPool: {http: {maxRetries: -1}}}",
  "defaultTrafficPolicy: {connectionPool: {tcp: {connectTimeout: 0s}}}",
  "enableAutoMtls: 'true'",
  "connectTimeout: 10",
  "defaultConfig: {discoveryAddress: ''}",
  "defaultConfig: {discoveryAddress: 'istiod.istio-system.svc'}",
  "defaultConfig: {discoveryAddress: 'istiod.istio-system.svc:0'}",
  "defaultConfig: {discoveryAddress: 'istiod.istio-system.svc:https'}",
  "defaultConfig: {discoveryAddress: 'a_b:15012'}",
  "defaultConfig: {configPath: ''}",
  "defaultConfig: {binaryPath: ''}",
  "defaultConfig: {serviceCluster: ''}",
  "defaultConfig: {drainDuration: 0s}",
  "defaultConfig: {drainDuration: 1.5s}",
  "defaultConfig: {statusPort: 0}",
  "defaultConfig: {proxyAdminPort: 70000}",
  "defaultConfig: {tracing: {zipkin: {address: 'zipkin'}}}",
  "defaultConfig: {tracing: {zipkin: {}}}",
  "defaultConfig: {tracing: {datadog: {address: 'x'}}}",
  "defaultConfig: {tracing: {lightstep: {address: 'x:80'}}}",
  "defaultConfig: {statsdUdpAddress: 'x'}",
  "defaultConfig: {envoyAccessLogService: {address: x}}",
  "defaultConfig: {envoyMetricsService: {address: x}}",
  "defaultConfig: {privateKeyProvider: {cryptomb: {}}}",
  "defaultConfig: {privateKeyProvider: {}}",
  "defaultConfig: {connectionSettings: {httpMaxConcurrentStreams: 0}}",
  "defaultConfig: {controlPlaneAuthPolicy: 7}",
  "localityLbSetting: {distribute: [{from: 'r1/*', to: {'r1/*': 100}}, {from: 'r1', to: {'r1/*': 100}}]}",
  "defaultTrafficPolicy: {connectionPool: {http: {idleTimeout: 0.5ms}}}",
  "defaultConfig: {connectionSettings: {http2InitialStreamWindowSize: 65534}}",
  "defaultConfig: {connectionSettings: {httpIdleTimeout: -1s}}",
  "defaultConfig: {connectionSettings: {listenerConnectionLimit: 0}}",
  "defaultConfig: {privateKeyProvider: {qat: {pollDelay: 0s}}}",
];
const ACCEPTED_NETWORKS = [
  "networks: {v: {gateways: [{address: 192.0.2.1, port: 15443}]}}",
  "networks: {v: {gateways: [{address: gw.example.com, port: 15443}]}}",
  "networks: {v: {gateways: [{port: 15443}]}}",
  "networks: {v: {gateways: [{registryServiceName: a, address: 192.0.2.1, port: 15443}]}}",
  "networks: {v: {endpoints: [{fromCidr: 10.0.0.1}]}}",
  "networks: {v: {endpoints: [{fromRegistry: Kubernetes}]}}",
  "networks: {v: {endpoints: [{}]}}",
  "networks: {v: null}",
  "networks: {v: {}}",
  "",
  "nonsense: 1",
];
const REJECTED_NETWORKS = [
  "networks: {v: {gateways: [{address: 192.0.2.1}]}}",
  "networks: {v: {gateways: [{address: 192.0.2.1, port: 0}]}}",
  "networks: {v: {gateways: [{address: 192.0.2.1, port: 70000}]}}",
  "networks: {v: {gateways: [{address: 'a_b', port: 15443}]}}",
  "networks: {v: {gateways: [{address: '', port: 15443}]}}",
  "networks: {v: {gateways: [{registryServiceName: 'a_b', port: 15443}]}}",
  "networks: {v: {gateways: [{registryServiceName: '', port: 15443}]}}",
  "networks: {v: {endpoints: [{fromCidr: 10.0.0.0/33}]}}",
  "networks: {v: {endpoints: [{fromCidr: x}]}}",
  "networks: {v: {endpoints: [{fromCidr: ''}]}}",
  "networks: {v: {endpoints: [{fromRegistry: a_b}]}}",
  "networks: {v: {endpoints: [{fromRegistry: ''}]}}",
];

describe("a mesh configuration is read if istiod accepts it, and unreadable if it does not", () => {
  it.each(ACCEPTED)("accepted: %s", (mesh) => {
    expect(isRead(mesh, "networks: {}")).toBe(true);
  });

  it.each(REJECTED)("rejected: %s", (mesh) => {
    expect(isRead(mesh, "networks: {}")).toBe(false);
  });

  it.each(ACCEPTED_NETWORKS)("accepted networks: %s", (networks) => {
    expect(isRead("trustDomain: td", networks)).toBe(true);
  });

  it.each(REJECTED_NETWORKS)("rejected networks: %s", (networks) => {
    expect(isRead("trustDomain: td", networks)).toBe(false);
  });
});
