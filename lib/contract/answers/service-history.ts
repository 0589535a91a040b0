import * as z from "zod/mini";
import { Gap, HistoryCoverage, Marker } from "./history";

const ms = z.number();

/**
 * What a selector took from a moment on, until the next step: how many it matched, how many of these callers were sent as serving (`inDoubt`: sent, but
 * nobody could vouch for them) and the sum of their weights. Null = there was no such object, or it took nobody that could be recorded.
 */
export const EndpointShare = z.object({ taken: z.number(), serving: z.number(), inDoubt: z.number(), weight: z.number() });
export type EndpointShare = z.infer<typeof EndpointShare>;

export const EndpointShareStep = z.object({ at: ms, share: z.nullable(EndpointShare) });
export type EndpointShareStep = z.infer<typeof EndpointShareStep>;

/** One column: machines, Pods or inline endpoints. Of the holes nobody knows anything, whatever the steps say: they are drawn as gaps. */
export const ServiceHistoryColumn = z.object({ steps: z.array(EndpointShareStep), holes: z.array(z.object({ from: ms, to: ms })) });
export type ServiceHistoryColumn = z.infer<typeof ServiceHistoryColumn>;

/** Who answered for a Service or ServiceEntry over a window. A column is null where the asker may not list what it counts. At most two steps per pixel. */
export const ServiceHistoryAnswer = z.object({
  from: ms,
  to: ms,
  machines: z.nullable(ServiceHistoryColumn),
  pods: z.nullable(ServiceHistoryColumn),
  inline: z.nullable(ServiceHistoryColumn),
  markers: z.array(Marker),
  gaps: z.array(Gap),
  recorded: HistoryCoverage,
});
export type ServiceHistoryAnswer = z.infer<typeof ServiceHistoryAnswer>;
