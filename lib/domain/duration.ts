const UNITS: ReadonlyMap<string, number> = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
  ["w", 7 * 86_400_000],
  ["y", 365 * 86_400_000],
]);

/** Reads a length of time as kubectl writes it ("47s", "90m", "3h20m", "5d", "2y30d"; also weeks, "2w"). Milliseconds; null where it is none. */
export function parseDuration(text: string): number | null {
  if (!/^(?:\d{1,9}[smhdwy])+$/.test(text)) return null;
  let ms = 0;
  for (const [, count = "", unit = ""] of text.matchAll(/(\d+)([smhdwy])/g)) ms += Number(count) * (UNITS.get(unit) ?? 0);
  return ms;
}
