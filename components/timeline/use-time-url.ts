"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { formatWindow, type HistoryWindow, parseWindow } from "@/lib/contract/url/history-window";

/** The window of time that the address asks for, and whether pictures are asked for as tables. */
export interface TimeUrl {
  /** Null = the address leaves it to the page. */
  readonly asked: HistoryWindow | null;
  readonly asTable: boolean;
  /** A step that Back undoes; null takes the window out of the address. */
  readonly choose: (window: HistoryWindow | null) => void;
  readonly showTable: (on: boolean) => void;
}

/** Reads and writes `window=` and `as=table`, and leaves the rest of the address alone. */
export function useTimeUrl(): TimeUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  return useMemo(() => timeUrlOf(pathname, params), [pathname, params]);
}

function timeUrlOf(pathname: string, params: URLSearchParams): TimeUrl {
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
