/** The value that a share of these (0 to 1) do not exceed, by nearest rank: it is one of them. Null where there is none. `sorted`: ascending. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
