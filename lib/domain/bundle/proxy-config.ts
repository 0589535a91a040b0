import { type Fields, fieldOf, fieldsOf, pairsOf } from "@/lib/domain/preview/values";

/** A ProxyConfig as it is written to mesh.yaml, and its `proxyMetadata` apart. */
export interface MergedProxyConfig {
  readonly config: Fields;
  readonly metadata: ReadonlyMap<string, string>;
  /** 0 = not set. */
  readonly statusPort: number;
}

/**
 * The mesh's defaults with what the annotations lay over them: a field replaces the field, only `proxyMetadata` is merged key by key
 * (istioctl/pkg/workload/workload.go, createMeshConfig).
 */
export function mergedProxyConfig(defaults: unknown, over: readonly Fields[]): MergedProxyConfig {
  const all = [fieldsOf(defaults), ...over].map(withCamelNames);
  const metadata = new Map(all.flatMap((config) => pairsOf(config.proxyMetadata).map(([key, value]) => [key, String(value)] as const)));
  const { proxyMetadata: _, readinessProbe: __, ...merged } = Object.assign({}, ...all) as Readonly<Record<string, unknown>>;
  const config = Object.fromEntries(Object.entries(merged).filter(([key, value]) => isWritten(key, value)));
  return { config, metadata, statusPort: Number(fieldOf(config, "statusPort") ?? 0) || 0 };
}

/** Protobuf reads `discovery_address` and `discoveryAddress` alike, and writes the second. */
function withCamelNames(config: Fields): Fields {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]));
}

/** Fields of wrapped types, of which zero is a value too. */
const WRAPPED: ReadonlySet<string> = new Set(["concurrency", "holdApplicationUntilProxyStarts"]);

/** Protobuf leaves out what is not set or has its first value. */
function isWritten(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return WRAPPED.has(key) || (value !== 0 && value !== false);
}
