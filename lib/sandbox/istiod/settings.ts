/** The knobs of a simulated istiod; what can be published in its Pod's arguments and environment is (docs/istio.md#settings). */
export interface IstiodSettings {
  /** `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD`. */
  readonly graceMs: number;
  /** `--keepaliveMaxServerConnectionAge`; null = unlimited. */
  readonly maxAgeMs: number | null;
  /** How long gRPC lets a stream live on after it announced its end. */
  readonly streamGraceMs: number;
  /** How long the stream of a dead machine lingers before istiod notices (`GRPC_KEEPALIVE_INTERVAL` + `_TIMEOUT`). */
  readonly keepaliveMs: number;
  /** How long a Pod is given to stop (`terminationGracePeriodSeconds`), and how long after its container ended its kubelet removes it. */
  readonly podGraceMs: number;
  readonly podRemovalMs: number;
}

export const chartSettings: IstiodSettings = {
  ...{ graceMs: 10_000, maxAgeMs: 30 * 60_000, streamGraceMs: 10_000, keepaliveMs: 40_000 },
  ...{ podGraceMs: 30_000, podRemovalMs: 1_500 },
};

/** All durations shortened by a factor. */
export function spedUp(settings: IstiodSettings, factor: number): IstiodSettings {
  const short = (durationMs: number): number => Math.max(1, Math.round(durationMs / factor));
  return {
    graceMs: short(settings.graceMs),
    maxAgeMs: settings.maxAgeMs === null ? null : short(settings.maxAgeMs),
    streamGraceMs: short(settings.streamGraceMs),
    keepaliveMs: short(settings.keepaliveMs),
    podGraceMs: short(settings.podGraceMs),
    podRemovalMs: short(settings.podRemovalMs),
  };
}
