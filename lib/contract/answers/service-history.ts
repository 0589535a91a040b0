import * as z from "zod/mini";
import { ChartMarker, HistoryCoverage, HistoryGap } from "./history";

const ms = z.number();

/**
 * The endpoints of a selector from a moment until the next step. `taken`: those that it matched. `serving`: those that istiod sent to callers, verified.
 * `inDoubt`: sent, but unverified. `weight`: the sum of the weights. Null = no such object existed, or it matched no endpoint that could be recorded.
 */
export const RecordedEndpointCounts = z.object({ taken: z.number(), serving: z.number(), inDoubt: z.number(), weight: z.number() });
export type RecordedEndpointCounts = z.infer<typeof RecordedEndpointCounts>;

/** One step of a column. It holds from `at` (milliseconds) until the next step. */
export const RecordedEndpointStep = z.object({ at: ms, share: z.nullable(RecordedEndpointCounts) });
export type RecordedEndpointStep = z.infer<typeof RecordedEndpointStep>;

/** One column: machines, Pods or inline endpoints. `holes`: gaps in which the steps do not count. Charts draw them as gaps. */
export const RecordedEndpointSeries = z.object({ steps: z.array(RecordedEndpointStep), holes: z.array(z.object({ from: ms, to: ms })) });
export type RecordedEndpointSeries = z.infer<typeof RecordedEndpointSeries>;

/** The endpoints of a Service or ServiceEntry over a window. A column is null if the viewer may not list its objects. At most two steps per pixel. */
export const ServiceHistoryAnswer = z.object({
  from: ms,
  to: ms,
  machines: z.nullable(RecordedEndpointSeries),
  pods: z.nullable(RecordedEndpointSeries),
  inline: z.nullable(RecordedEndpointSeries),
  markers: z.array(ChartMarker),
  gaps: z.array(HistoryGap),
  recorded: HistoryCoverage,
});
export type ServiceHistoryAnswer = z.infer<typeof ServiceHistoryAnswer>;
