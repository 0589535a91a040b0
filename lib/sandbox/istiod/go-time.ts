/** Writes nanoseconds since 1970 as Go's RFC3339Nano does: UTC, trailing zeros of the fraction dropped. */
export function goTime(nanos: bigint): string {
  const seconds = nanos / 1_000_000_000n;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const fraction = (nanos % 1_000_000_000n).toString().padStart(9, "0").replace(/0+$/, "");
  return fraction === "" ? `${text}Z` : `${text}.${fraction}Z`;
}

/** Reads RFC 3339 with any offset and up to nine digits; null for anything else. */
export function parseGoTime(text: string | undefined): bigint | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/.exec(text ?? "");
  if (match === null) return null;
  const milliseconds = Date.parse(`${match[1]}${match[3]}`);
  if (Number.isNaN(milliseconds)) return null;
  return BigInt(milliseconds) * 1_000_000n + BigInt((match[2] ?? "").padEnd(9, "0"));
}

/** Kubernetes' own times have whole seconds. */
export function kubeTime(nanos: bigint): string {
  return `${new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 19)}Z`;
}

/** Writes a duration as Go prints it ("30m0s", "1.5s"). */
export function goDuration(durationMs: number): string {
  if (durationMs < 1000) return `${durationMs}ms`;
  const seconds = durationMs / 1000;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${Number((seconds % 60).toFixed(3))}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
