import { processWide } from "@/lib/server/process-wide";
import { type Rate, rateOf } from "./rate-limit";

/** What the server in front is told by the settings. */
export interface FrontSettings {
  /** The origin by which people reach it, where that is set; null = by the names of this machine. */
  readonly origin: string | null;
  /** How much one address may ask. */
  readonly ofAddress: Rate;
  /** The header, in small letters, in which a proxy in front says who asks; null = there is none. */
  readonly tokenHeader: string | null;
}

export const FRONT_DEFAULTS: FrontSettings = { origin: null, ofAddress: rateOf(200), tokenHeader: null };

const told = processWide<FrontSettings>("stolos.front-settings");

/** Tells the server in front, which was started before the settings were read. */
export function setUpFront(settings: FrontSettings): void {
  told.set(settings);
}

/** What it was told last. */
export function frontSettings(): FrontSettings {
  return told.get() ?? FRONT_DEFAULTS;
}
