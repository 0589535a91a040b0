import { healthGate, registrationGroup } from "@/lib/sandbox/istiod/entry-from-group";
import { connectedMark, controllerMark } from "@/lib/sandbox/istiod/entry-marks";
import { goTime } from "@/lib/sandbox/istiod/go-time";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { aws, azure } from "./places";
import { seededMeta } from "./seeded-meta";

const istio = "networking.istio.io/v1";
const dayNanos = 86_400_000_000_000n;

interface OddEntry {
  readonly namespace: string;
  readonly name: string;
  readonly days: number;
  readonly spec: Record<string, unknown>;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly status?: Record<string, unknown>;
  /** When it was last written; as it was made, where it is left out. */
  readonly writtenAt?: bigint;
}

/** Entries that people wrote by hand, the good and the odd ones. */
export function oddEntries(now: bigint): KubeObject[] {
  return [...plainRows, ...markedRows(now)].map(({ namespace, name, days, spec, labels, annotations, status, writtenAt }) => ({
    apiVersion: istio,
    kind: "WorkloadEntry",
    metadata: {
      ...seededMeta(namespace, name, now - BigInt(days) * dayNanos, "kubectl-client-side-apply", istio, writtenAt),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec,
    ...(status === undefined ? {} : { status }),
  }));
}

const onAzure = { network: azure.network, locality: `${azure.region}/${azure.zones[1]}` };

const plainRows: readonly OddEntry[] = [
  // Static: Istio never hears of them again.
  {
    namespace: "legacy",
    name: "oracle-primary",
    days: 731,
    labels: { app: "oracle", role: "primary" },
    spec: { address: "10.60.9.11", ports: { tcp: 1521 }, ...onAzure },
  },
  {
    namespace: "legacy",
    name: "oracle-standby",
    days: 731,
    labels: { app: "oracle", role: "standby" },
    spec: { address: "10.60.25.11", ports: { tcp: 1521 }, weight: 0, ...onAzure },
  },
  {
    namespace: "payments",
    name: "hsm-appliance-1",
    days: 506,
    spec: { address: "10.20.14.7", labels: { app: "hsm" }, ports: { tls: 1792 }, network: aws.network },
  },
  // Reached by name, by socket, and through its network's gateway alone.
  {
    namespace: "legacy",
    name: "sap-router",
    days: 612,
    spec: { address: "saprouter.corp.example.com", labels: { app: "sap-router" }, ports: { tcp: 3299 } },
  },
  { namespace: "logistics", name: "smtp-relay", days: 266, spec: { address: "mail-out.example.net", labels: { app: "smtp-relay" }, ports: { smtp: 587 } } },
  { namespace: "legacy", name: "print-spooler", days: 700, spec: { address: "unix:///var/run/cups/cups.sock", labels: { app: "print-spooler" } } },
  { namespace: "data-platform", name: "partner-lake", days: 40, spec: { network: "gcp-frankfurt", labels: { app: "partner-lake" }, weight: 20 } },
  // IPv6, four parts of locality, no locality, and the same address twice.
  { namespace: "media", name: "encoder-lab-v6", days: 12, spec: { address: "2001:db8:42::7", labels: { app: "encoder-lab" }, ports: { http: 8080 } } },
  {
    namespace: "logistics",
    name: "conveyor-plc-07",
    days: 148,
    spec: {
      address: "10.60.33.40",
      labels: { app: "conveyor-plc" },
      ports: { tcp: 502 },
      network: azure.network,
      locality: "germanywestcentral/germanywestcentral-2/hall-3/rack-07",
    },
  },
  { namespace: "shop", name: "pos-terminal-hamburg", days: 19, spec: { address: "192.168.40.12", labels: { app: "pos-terminal" }, ports: { http: 8080 } } },
  {
    namespace: "shop",
    name: "pos-terminal-hamburg-old",
    days: 203,
    spec: { address: "192.168.40.12", labels: { app: "pos-terminal", note: "remove-after-migration" }, ports: { http: 8080 } },
  },
  // Words from elsewhere, and more of them than a table has room for.
  {
    namespace: "logistics",
    name: "sklad-gateway",
    days: 31,
    spec: { address: "10.60.34.8", labels: { app: "depot-gateway", команда: "склад-запад", 倉庫: "フランクフルト" }, ports: { http: 8080 } },
  },
  {
    namespace: "data-platform",
    name: "lakehouse-ingestion-gateway-blue-green-canary-eu-central-frankfurt-primary-01",
    days: 3,
    labels: {
      app: "lakehouse",
      "pipeline.data.example.com/very-long-qualified-owner-of-the-ingestion-path": "team-streaming-and-batch-ingestion-frankfurt-primary-region-01",
    },
    spec: { address: "10.20.15.200", ports: { "grpc-ingestion-with-mutual-tls-and-compression": 9443 }, network: aws.network, locality: "eu-central-1" },
  },
];

/** With marks of istiod or of somebody who imitates them. */
function markedRows(now: bigint): OddEntry[] {
  return [
    // The gate is on and nobody ever reports: Istio sends it no traffic, for ever.
    {
      namespace: "identity",
      name: "radius-bridge",
      days: 88,
      annotations: { [healthGate]: "true" },
      spec: { address: "10.20.14.90", labels: { app: "radius" }, ports: { tcp: 1812 }, network: aws.network },
    },
    // Somebody meant well: this value of the gate does not parse, so the condition below is ignored.
    {
      namespace: "telemetry",
      name: "syslog-sink",
      days: 119,
      annotations: { [healthGate]: "yes" },
      spec: { address: "10.20.14.31", labels: { app: "syslog" }, ports: { tcp: 514 } },
      status: falseSince(now),
    },
    // Registered with a group that was deleted and kept its entries; its replica is long gone.
    {
      namespace: "legacy",
      name: "cobol-batch-10.60.9.77",
      days: 300,
      annotations: { [registrationGroup]: "cobol-batch", [controllerMark]: "istiod-6f4d9c7b58-q2m8x", [connectedMark]: goTime(now - 600_000_000_000n) },
      labels: { app: "cobol-batch" },
      // Its mark is no younger than its write.
      writtenAt: now - 600_000_000_000n,
      spec: { address: "10.60.9.77", labels: { app: "cobol-batch" }, ports: { tcp: 9000 }, network: azure.network },
    },
    // Written by hand, and a machine answers for it: `visitors` of the demo.
    {
      namespace: "legacy",
      name: "mainframe-cics",
      days: 731,
      annotations: { [healthGate]: "true" },
      spec: { address: "10.60.9.21", labels: { app: "cics" }, ports: { tcp: 1490 }, ...onAzure },
    },
    // Out of rotation on purpose.
    {
      namespace: "shop",
      name: "storefront-blue-spare",
      days: 7,
      labels: { app: "storefront", "istio.io/draining": "true" },
      spec: { address: "10.20.14.201", labels: { app: "storefront" }, ports: { http: 8080 }, network: aws.network, locality: "eu-central-1/eu-central-1a" },
    },
  ];
}

function falseSince(now: bigint): Record<string, unknown> {
  const time = goTime(now - 4n * dayNanos);
  return {
    conditions: [{ type: "Healthy", status: "False", message: "dial tcp 10.20.14.31:514: i/o timeout", lastProbeTime: time, lastTransitionTime: time }],
  };
}
