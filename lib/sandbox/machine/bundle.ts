import { parse } from "yaml";
import type { ProxyNode } from "@/lib/sandbox/istiod/proxy";
import { readShellFile } from "./shell-file";

/** The five files, by name, as they lie on a machine. */
export type BundleFiles = Readonly<Record<string, string>>;

/** What a machine has beside its files. */
export interface Host {
  readonly name: string;
  readonly address: string;
  /** Starts with this replica. */
  readonly replica?: string;
}

/** What the start script and the agent make of the files. */
export interface ReadBundle {
  readonly proxy: ProxyNode;
  /** Where it goes for istiod: host and port of mesh.yaml, and (from hosts) the address of that host, "" = DNS has to know it. */
  readonly istiodHost: string;
  readonly istiodAddress: string;
  readonly clusterId: string;
  readonly claimedAccount: string;
  readonly token: string;
  readonly rootCertificate: string;
}

interface MeshYaml {
  readonly defaultConfig?: {
    readonly discoveryAddress?: string;
    readonly proxyMetadata?: Readonly<Record<string, string>>;
    readonly readinessProbe?: unknown;
  };
}

/** Reads the files of a machine; a file that is missing or cannot be read throws. */
export function readBundle(files: BundleFiles, host: Host): ReadBundle {
  const environment = readShellFile(fileOf(files, "cluster.env"));
  const { defaultConfig = {} } = (parse(fileOf(files, "mesh.yaml"), { version: "1.1" }) ?? {}) as MeshYaml;
  // The environment comes after mesh.yaml, and wins.
  const metadata = new Map([...Object.entries(defaultConfig.proxyMetadata ?? {}), ...environment]);
  const of = (key: string): string => metadata.get(key) ?? "";
  const labels = JSON.parse(of("ISTIO_METAJSON_LABELS") || "{}") as Readonly<Record<string, string>>;
  const group = of("ISTIO_META_AUTO_REGISTER_GROUP");
  const entry = of("ISTIO_META_WORKLOAD_ENTRY");
  const [istiodHost = ""] = (environment.get("PILOT_ADDRESS") ?? defaultConfig.discoveryAddress ?? "istiod.istio-system.svc:15012").split(":");
  const proxy: ProxyNode = {
    name: host.name,
    namespace: of("ISTIO_NAMESPACE") || "default",
    address: of("ISTIO_SVC_IP") || host.address,
    network: of("ISTIO_META_NETWORK"),
    // The agent sends a locality in any case; on no cloud only a label fills it (docs/istio.md#registered-locality).
    locality: (labels["topology.istio.io/locality"] ?? labels["istio-locality"] ?? "").replaceAll(".", "/"),
    labels,
    probe: defaultConfig.readinessProbe !== undefined && defaultConfig.readinessProbe !== null,
    ...(group !== "" && { group }),
    ...(entry !== "" && group === "" && { entry }),
    ...(host.replica !== undefined && { replica: host.replica }),
  };
  return {
    proxy,
    istiodHost,
    istiodAddress: addressOf(files.hosts ?? "", istiodHost),
    clusterId: of("ISTIO_META_CLUSTER_ID"),
    claimedAccount: of("SERVICE_ACCOUNT"),
    token: fileOf(files, "istio-token").trim(),
    rootCertificate: fileOf(files, "root-cert.pem"),
  };
}

function fileOf(files: BundleFiles, name: string): string {
  const text = files[name];
  if (text === undefined) throw new Error(`${name} is missing`);
  return text;
}

/** What the lines of a hosts file say of a name. */
function addressOf(hosts: string, name: string): string {
  for (const line of hosts.split("\n")) {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    if (names.includes(name)) return address;
  }
  return "";
}
