import * as z from "zod/mini";
import type { Mute } from "@/lib/domain/findings/mute";

/** The browser stores at most this many mutes, and drops the oldest. */
const MOST = 500;
export const KeptMutes = z.object({
  format: z.literal(1),
  mutes: z.array(z.object({ what: z.string().check(z.maxLength(2048)), reason: z.string().check(z.maxLength(500)), until: z.number() })),
});

/** Reads what a browser kept; nothing where it cannot be read. */
export function parseMutes(text: string | null): readonly Mute[] {
  if (text === null) return [];
  try {
    const read = KeptMutes.safeParse(JSON.parse(text));
    return read.success ? read.data.mutes : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

export function formatMutes(mutes: readonly Mute[]): string {
  return JSON.stringify({ format: 1, mutes: mutes.slice(-MOST) });
}
