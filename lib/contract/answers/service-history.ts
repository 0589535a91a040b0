import * as z from "zod/mini";
import { Gap, Marker, Recorded } from "./history";

const ms = z.number();

/**
 * What a selector took from a moment on, until the next step: how many it matched, how many of these callers were sent as serving (`inDoubt`: sent, but
 * nobody could vouch for them) and the sum of their weights. Null = there was no such object, or it took nobody that could be recorded.
 */
export const HostShare = z.object({ taken: z.number(), serving: z.number(), inDoubt: z.number(), weight: z.number() });
export type HostShare = z.infer<typeof HostShare>;

export const HostShareStep = z.object({ at: ms, share: z.nullable(HostShare) });
export type HostShareStep = z.infer<typeof HostShareStep>;

/** One column: machines, Pods or inline endpoints. Of the holes nobody knows anything, whatever the steps say: they are drawn as gaps. */
export const HostColumn = z.object({ steps: z.array(HostShareStep), holes: z.array(z.object({ from: ms, to: ms })) });
export type HostColumn = z.infer<typeof HostColumn>;

/** Who answered for a Service or ServiceEntry over a window. A column is null where the asker may not list what it counts. At most two steps per pixel. */
export const HostHistoryAnswer = z.object({
  from: ms,
  to: ms,
  machines: z.nullable(HostColumn),
  pods: z.nullable(HostColumn),
  inline: z.nullable(HostColumn),
  markers: z.array(Marker),
  gaps: z.array(Gap),
  recorded: Recorded,
});
export type HostHistoryAnswer = z.infer<typeof HostHistoryAnswer>;
