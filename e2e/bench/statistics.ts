/** Median and 95th percentile of milliseconds, rounded to a tenth. */
export function spread(samples: readonly number[]): { readonly p50: number; readonly p95: number } {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95) };
}
