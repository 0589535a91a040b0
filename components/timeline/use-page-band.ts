"use client";

import { type RefObject, useMemo, useRef } from "react";
import { useAvailableWidth } from "@/components/strip/use-available-width";
import { useBand } from "@/lib/client/history";
import type { Place, Remembered } from "@/lib/client/remembered";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { formatWindow } from "@/lib/contract/url/history-window";
import { WIDTH_GUESS_PX } from "./time-band";
import { type TimeUrl, useTimeUrl } from "./use-time-url";

/** The band of a page: its answer, the window in the address, and the box that it is measured for. */
export interface PageBand extends Remembered<StateChartAnswer> {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly url: TimeUrl;
}

/** Requests the band of a page. The width is rounded up, so that a page that grows a little sends no further request. `isOver`: see `useBand`. */
export function usePageBand(place: Place, isOver = false): PageBand {
  const url = useTimeUrl();
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useAvailableWidth(box, WIDTH_GUESS_PX);
  const band = useBand(place, url.asked === null ? null : formatWindow(url.asked), Math.ceil(widthPx / 256) * 256, isOver);
  return useMemo(() => ({ ...band, box, url }), [band, url]);
}
