import { aws, azure, type Cloud, gcp } from "./places";

export type ProbeKind = "http" | "https" | "tcp" | "exec" | "none";

/** One WorkloadGroup of the demo and how many machines it has. */
export interface GroupPlan {
  readonly namespace: string;
  readonly name: string;
  readonly size: number;
  readonly probe: ProbeKind;
  readonly port: number;
  readonly clouds: readonly Cloud[];
  readonly ageDays: number;
  /** Annotation `stolos.dev/expected-size`, as difference to the size or, in text, verbatim; absent = not declared. */
  readonly expected?: number | string;
  readonly tool?: "argo" | "flux" | "helm";
  readonly revision?: string;
}

const both = [aws, gcp];
const all = [aws, gcp, azure];

type Row = readonly [name: string, size: number, probe: ProbeKind, port: number, clouds: readonly Cloud[], ageDays: number, more?: Partial<GroupPlan>];

const byNamespace: Readonly<Record<string, readonly Row[]>> = {
  shop: [
    ["storefront", 64, "http", 8080, both, 412, { expected: 0, tool: "argo" }],
    ["checkout", 48, "http", 8080, both, 412, { expected: 0, tool: "argo" }],
    ["cart", 40, "http", 8080, both, 371, { expected: 0, tool: "argo" }],
    ["catalog-search", 36, "http", 9200, [aws], 298, { expected: 0, tool: "argo" }],
    ["pricing", 24, "https", 8443, both, 187, { expected: 0, tool: "argo" }],
    ["recommendations", 30, "http", 8501, [gcp], 64, { tool: "argo" }],
  ],
  payments: [
    ["card-gateway", 24, "https", 8443, [aws], 506, { expected: 0, tool: "flux" }],
    ["ledger", 18, "tcp", 5432, [aws], 506, { expected: 0, tool: "flux" }],
    ["fraud-scoring", 32, "http", 8000, [gcp], 143, { expected: 2, tool: "flux" }],
    ["payout-batch", 12, "exec", 9000, [aws], 220],
    ["invoice-render", 16, "http", 3000, both, 93],
    ["bank-connect", 10, "tcp", 9443, [azure], 335, { expected: 0 }],
  ],
  logistics: [
    ["order-router", 28, "http", 8080, both, 266, { expected: 0, tool: "helm" }],
    ["parcel-tracking", 40, "http", 8080, all, 266, { expected: 0, tool: "helm" }],
    ["warehouse-picking", 34, "http", 8081, [azure], 199, { expected: 0, tool: "helm" }],
    ["label-printer", 8, "tcp", 9100, [azure], 148],
    ["carrier-sync", 14, "exec", 8090, both, 57],
    ["route-planner", 22, "http", 5000, [gcp], 31],
  ],
  identity: [
    ["login", 36, "https", 8443, both, 477, { expected: 0, tool: "argo", revision: "1-31-2" }],
    ["session-cache", 24, "tcp", 6379, both, 477, { expected: 0, tool: "argo" }],
    ["token-signer", 8, "https", 9443, [aws], 320, { expected: 0, tool: "argo", revision: "1-31-2" }],
    ["directory-sync", 6, "exec", 636, [azure], 320],
    ["mfa-sms", 10, "http", 8080, [aws], 88, { expected: 0 }],
  ],
  "data-platform": [
    ["kafka-broker", 45, "tcp", 9092, all, 390, { expected: 0, tool: "flux" }],
    ["clickhouse-shard", 36, "http", 8123, both, 240, { expected: 0, tool: "flux" }],
    ["spark-worker", 96, "none", 7078, both, 176],
    ["flink-taskmanager", 48, "tcp", 6122, [gcp], 112, { expected: 0 }],
    ["schema-registry", 6, "http", 8081, [aws], 390, { expected: 0, tool: "flux" }],
  ],
  media: [
    ["transcoder", 88, "exec", 7000, both, 155],
    ["thumbnailer", 42, "http", 8080, [gcp], 155, { tool: "helm" }],
    ["origin-cache", 60, "http", 6081, all, 301, { expected: 0, tool: "helm" }],
    ["live-ingest", 18, "tcp", 1935, [aws], 77, { expected: "eighteen" }],
    ["drm-license", 12, "https", 8443, [aws], 301, { expected: 0, tool: "helm" }],
  ],
  telemetry: [
    ["metrics-ingest", 40, "http", 9009, both, 208, { expected: 0, revision: "1-31-2" }],
    ["log-forwarder", 72, "http", 2020, all, 208, { expected: 0 }],
    ["trace-collector", 24, "http", 13133, both, 119],
    ["alert-relay", 6, "http", 9093, both, 119, { expected: 0 }],
  ],
  legacy: [
    ["sap-bridge", 6, "tcp", 3300, [azure], 731, { expected: 0 }],
    ["mainframe-proxy", 4, "none", 2323, [azure], 731],
    ["fax-gateway", 3, "none", 4559, [azure], 702],
    ["reporting-nightly", 0, "exec", 8088, [azure], 412],
  ],
};

/** The demo's groups: 42 of them in 8 namespaces, about 1,200 machines. */
export const demoGroups: readonly GroupPlan[] = Object.entries(byNamespace).flatMap(([namespace, rows]) =>
  rows.map(([name, size, probe, port, clouds, ageDays, more]) => ({ namespace, name, size, probe, port, clouds, ageDays, ...more })),
);
