"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { useKeptAt } from "@/lib/client/past";
import { type FilterGrammar, MACHINE_FILTER, type MachineFacet } from "@/lib/contract/url/filter-term";
import { formatListQuery, type ListQuery, parseListQueryWithGrammar } from "@/lib/contract/url/list-query";
import { encodeSegment } from "@/lib/contract/url/paths";

/** What a list shows, as its address says, and how to change it. */
export interface ListUrl<F extends string = MachineFacet> {
  /** What its filter can be made of. */
  readonly grammar: FilterGrammar<F>;
  readonly query: ListQuery<F>;
  /** The choice of columns. */
  readonly choice: string;
  /** A step that Back undoes. */
  readonly go: (change: Partial<ListQuery<F>>) => void;
  /** A change in the middle of typing: Back skips it. */
  readonly amend: (change: Partial<ListQuery<F>>) => void;
  readonly choose: (choice: string) => void;
}

/** What a picture keeps in the address (its window, how it is shown, what is taken away in it): no filter takes it away. */
const OF_PICTURES = ["window", "as", "show", "lost", "moment", "headroom"];

/** Reads and writes the address without a round trip to the server: the view follows by its own stream. */
export function useListUrl(): ListUrl {
  return useListUrlOf(MACHINE_FILTER);
}

/** The same of a list with a filter of its own. */
export function useListUrlOf<F extends string>(grammar: FilterGrammar<F>): ListUrl<F> {
  const pathname = usePathname();
  const routed = useSearchParams();
  const [ahead, setAhead] = useState<{ readonly of: URLSearchParams; readonly params: URLSearchParams } | null>(null);
  // The router takes a new address up at its leisure: the question it asks is sent at once.
  const params = ahead?.of === routed ? ahead.params : routed;
  const kept = useKeptAt();
  return useMemo(() => {
    const query = parseListQueryWithGrammar(grammar, params);
    const choice = params.get("cols") ?? "";
    const write = (how: "pushState" | "replaceState", next: ListQuery<F>, cols: string) => {
      const own = new URLSearchParams(OF_PICTURES.flatMap((key) => params.getAll(key).map((value) => [key, value]))).toString();
      const search = [formatListQuery(next), cols === "" ? "" : `cols=${encodeSegment(cols)}`, own].filter((part) => part !== "").join("&");
      const href = kept(search === "" ? pathname : `${pathname}?${search}`);
      setAhead({ of: routed, params: new URLSearchParams(href.split("?")[1] ?? "") });
      window.history[how](null, "", href);
    };
    return {
      grammar,
      query,
      choice,
      go: (change) => write("pushState", { ...query, ...change }, choice),
      amend: (change) => write("replaceState", { ...query, ...change }, choice),
      choose: (next) => write("replaceState", query, next),
    };
  }, [grammar, pathname, routed, params, kept]);
}
