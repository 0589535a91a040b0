import type { Zone } from "@/lib/format/clock";
import { formatLeft } from "@/lib/format/text/duration";
import { formatMoment } from "@/lib/format/time-ticks";

/** When istiod sweeps the first and the last of some entries; null = never. Milliseconds. */
export type SweepInput = { readonly from: number; readonly to: number; readonly assumed: boolean } | null;

/** "swept in 31 min to 40 min", "swept by 04:58:10", "never swept". */
export function sweepPhrase(sweep: SweepInput, now: number, zone: Zone): string {
  if (sweep === null) return "never swept";
  const assumed = sweep.assumed ? ", assumed" : "";
  if (now >= sweep.from) return `swept by ${formatMoment(sweep.to, now, zone)}${assumed}`;
  const [first, last] = [formatLeft(sweep.from - now), formatLeft(sweep.to - now)];
  return `swept in ${first === last ? first : `${first} to ${last}`}${assumed}`;
}
