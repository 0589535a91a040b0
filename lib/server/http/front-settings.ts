import { processWide } from "@/lib/server/process-wide";
import { type PeerList, peerList } from "./peer-list";
import { type Rate, rateOf } from "./rate-limit";

/** What the server in front is told by the settings. */
export interface FrontSettings {
  /** The origin by which people reach it, where that is set; null = by the names of this machine. */
  readonly origin: string | null;
  /** How much one address may ask, and one viewer who is known in its place. */
  readonly ofAddress: Rate;
  /** Most waiting requests of one client. */
  readonly queuedOfClient: number;
  /** The proxies in front that append to `X-Forwarded-For` whom they were asked by. */
  readonly trustedProxies: PeerList;
  /** The viewer who brings what somebody was signed in with before, as it was told then; null = not known (yet). */
  readonly knownViewer: (request: { readonly headers: Pick<Headers, "get" | "keys"> }) => string | null;
  /** The header, in small letters, in which a proxy in front says who asks; null = there is none. */
  readonly tokenHeader: string | null;
}

export const FRONT_DEFAULTS: FrontSettings = {
  origin: null,
  ofAddress: rateOf(200),
  queuedOfClient: 64,
  trustedProxies: peerList([]),
  knownViewer: () => null,
  tokenHeader: null,
};

const told = processWide<FrontSettings>("stolos.front-settings");

/** Tells the server in front, which was started before the settings were read. */
export function setUpFront(settings: FrontSettings): void {
  told.set(settings);
}

/** What it was told last. */
export function frontSettings(): FrontSettings {
  return told.get() ?? FRONT_DEFAULTS;
}
