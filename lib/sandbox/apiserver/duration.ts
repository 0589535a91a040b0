/** The age as kubectl prints it: two units at most, seconds below two minutes. */
export function durationSince(timestamp: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 1000));
  if (Number.isNaN(seconds)) return "<invalid>";
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return pair(minutes, "m", seconds % 60, "s");
  if (hours < 3) return `${minutes}m`;
  if (hours < 8) return pair(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  if (days < 8) return pair(days, "d", hours % 24, "h");
  if (days < 730) return `${days}d`;
  if (days < 365 * 8) return pair(Math.floor(days / 365), "y", days % 365, "d");
  return `${Math.floor(days / 365)}y`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
