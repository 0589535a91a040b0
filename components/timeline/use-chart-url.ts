"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { formatWindow, type HistoryWindow, parseWindow } from "@/lib/contract/url/history-window";

/** The URL parameters of charts: the time window, and whether to show tables instead. */
export interface ChartUrl {
  /** The window in the URL; null = none, and the page chooses one. */
  readonly asked: HistoryWindow | null;
  readonly asTable: boolean;
  /** Adds a history entry, so that Back undoes it. Null removes the window from the URL. */
  readonly choose: (window: HistoryWindow | null) => void;
  readonly showTable: (on: boolean) => void;
}

/** Reads and writes the URL parameters `window=` and `as=table`, and keeps all others. */
export function useChartUrl(): ChartUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  return useMemo(() => timeUrlOf(pathname, params), [pathname, params]);
}

function timeUrlOf(pathname: string, params: URLSearchParams): ChartUrl {
  const address = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    change(next);
    const search = next.toString();
    return `${search === "" ? pathname : `${pathname}?${search}`}${window.location.hash}`;
  };
  return {
    asked: parseWindow(params.get("window") ?? ""),
    asTable: params.get("as") === "table",
    choose: (asked) =>
      window.history.pushState(
        null,
        "",
        address((next) => (asked === null ? next.delete("window") : next.set("window", formatWindow(asked)))),
      ),
    showTable: (on) =>
      window.history.replaceState(
        null,
        "",
        address((next) => (on ? next.set("as", "table") : next.delete("as"))),
      ),
  };
}
