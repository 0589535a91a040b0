import { MINUTE_MS } from "./text/duration";
import { capitalize } from "./text/sentence";

/** Other clocks minus this server's, in milliseconds; null = not known. */
export interface OtherClocks {
  readonly providerMs: number | null;
  readonly clusterMs: number | null;
}

/** So much of a difference is taken. Milliseconds. */
const TAKEN_MS = MINUTE_MS;

/** Which clocks differ by more than a minute, and which of them is off, as far as that is known; null where none is seen to differ. */
export function clockSkewWords({ providerMs, clusterMs }: OtherClocks): string | null {
  const provider = differs(providerMs);
  const cluster = differs(clusterMs);
  if (provider && cluster && differs((providerMs ?? 0) - (clusterMs ?? 0))) {
    return `${clock("the provider's", providerMs)}, and ${lower(clock("the API server's", clusterMs))}: which of the three is right is not known.`;
  }
  if (provider && cluster) return `${clock("the provider's", providerMs)}, and so is the API server's: this server's clock is off.`;
  if (provider) return `${clock("the provider's", providerMs)}${blame(clusterMs, "the API server's", "the provider's")}`;
  if (cluster) return `${clock("the API server's", clusterMs)}${blame(providerMs, "the provider's", "the API server's")}`;
  return null;
}

/** `third`: the clock that agrees with this server's, where it is known. */
function blame(thirdMs: number | null, third: string, off: string): string {
  return thirdMs === null ? ": which of the two is right is not known." : `, with which ${third} agrees: ${off} clock is off.`;
}

function differs(ms: number | null): boolean {
  return ms !== null && Math.abs(ms) > TAKEN_MS;
}

function clock(whose: string, ms: number | null): string {
  const minutes = Math.round(Math.abs(ms ?? 0) / MINUTE_MS);
  return `${capitalize(whose)} clock is ${minutes} min ${(ms ?? 0) > 0 ? "ahead of" : "behind"} this server's`;
}

function lower(sentence: string): string {
  return `${sentence[0]?.toLowerCase()}${sentence.slice(1)}`;
}
