"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useKeptAt } from "@/lib/client/past";
import { formatListQuery, type ListQuery, parseListQuery } from "@/lib/contract/list-query";

/** What a list shows, as its address says, and how to change it. */
export interface ListUrl {
  readonly query: ListQuery;
  /** The choice of columns. */
  readonly choice: string;
  /** A step that Back undoes. */
  readonly go: (change: Partial<ListQuery>) => void;
  /** A change in the middle of typing: Back skips it. */
  readonly amend: (change: Partial<ListQuery>) => void;
  readonly choose: (choice: string) => void;
}

/** What pictures over time keep in the address: no filter takes it away. */
const OF_TIME = ["window", "as"];

/** Reads and writes the address without a round trip to the server: the view follows by its own stream. */
export function useListUrl(): ListUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  const kept = useKeptAt();
  const query = parseListQuery(params);
  const choice = params.get("cols") ?? "";
  const address = (next: ListQuery, cols: string) => {
    const own = new URLSearchParams(OF_TIME.flatMap((key) => (params.has(key) ? [[key, params.get(key) ?? ""]] : []))).toString();
    const search = [formatListQuery(next), cols === "" ? "" : `cols=${encodeURIComponent(cols)}`, own].filter((part) => part !== "").join("&");
    return kept(search === "" ? pathname : `${pathname}?${search}`);
  };
  return {
    query,
    choice,
    go: (change) => window.history.pushState(null, "", address({ ...query, ...change }, choice)),
    amend: (change) => window.history.replaceState(null, "", address({ ...query, ...change }, choice)),
    choose: (next) => window.history.replaceState(null, "", address(query, next)),
  };
}
