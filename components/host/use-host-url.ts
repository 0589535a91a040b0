"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type ServiceQuery, servicePageSearchParams, serviceQueryFromParams } from "@/lib/contract/url/service-query";

/** What the page of a host shows, as its address says, and how to change it. */
export interface HostUrl {
  readonly query: ServiceQuery;
  /** A step that Back undoes. */
  readonly go: (change: Partial<ServiceQuery>) => void;
  /** A change in the middle of typing: Back skips it. */
  readonly amend: (change: Partial<ServiceQuery>) => void;
  /** The address after a change. */
  readonly hrefOf: (change: Partial<ServiceQuery>) => string;
}

type Named = Pick<ServiceQuery, "cluster" | "kind" | "namespace" | "name">;

/** Reads and writes the address without a round trip to the server: the view follows by its own stream. What others keep there stays. */
export function useHostUrl({ cluster, kind, namespace, name }: Named): HostUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  return useMemo(() => {
    const query = serviceQueryFromParams({ cluster, kind, namespace, name }, params);
    const hrefOf = (change: Partial<ServiceQuery>) => {
      const search = servicePageSearchParams({ ...query, ...change }, params).toString();
      return search === "" ? pathname : `${pathname}?${search}`;
    };
    return {
      query,
      hrefOf,
      go: (change) => window.history.pushState(null, "", hrefOf(change)),
      amend: (change) => window.history.replaceState(null, "", hrefOf(change)),
    };
  }, [cluster, kind, namespace, name, pathname, params]);
}
