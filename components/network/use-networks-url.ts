"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type NetworksQuery, networksPageSearchParams, parseNetworksQuery } from "@/lib/contract/url/networks-query";

/** What the page of networks shows, as its address says, and how to change it. */
export interface NetworksUrl {
  readonly query: NetworksQuery;
  /** A step that Back undoes. */
  readonly go: (change: Partial<NetworksQuery>) => void;
}

/** Reads and writes the address without a round trip to the server: the view follows by its own stream. What others keep there stays. */
export function useNetworksUrl(): NetworksUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  return useMemo(() => {
    const query = parseNetworksQuery(params);
    return {
      query,
      go: (change) => {
        const search = networksPageSearchParams({ ...query, ...change }, params).toString();
        window.history.pushState(null, "", search === "" ? pathname : `${pathname}?${search}`);
      },
    };
  }, [pathname, params]);
}
