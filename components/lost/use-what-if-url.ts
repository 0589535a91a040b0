"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { formatWhatIf, invalidLostParts, parseWhatIf, type WhatIfQuery } from "@/lib/contract/views/what-if";

/** What the page supposes to be lost, as its address says, and how to change that. */
export interface WhatIfUrl {
  readonly query: WhatIfQuery;
  /** Words of the address that name nothing that can be lost. */
  readonly unread: readonly string[];
  /** A step that Back undoes. */
  readonly go: (change: Partial<Pick<WhatIfQuery, "parts" | "moment" | "headroom">>) => void;
  /** The same page with nothing lost. */
  readonly leave: () => void;
}

const OWN = ["lost", "moment", "headroom", "of"];

/** Reads and writes the address without a round trip to the server; all else in it stays. */
export function useWhatIfUrl(): WhatIfUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  return useMemo(() => {
    const query = parseWhatIf(new URLSearchParams(params));
    const write = (own: string) => {
      const others = new URLSearchParams(params);
      for (const key of OWN) others.delete(key);
      const search = [others.toString(), own].filter((part) => part !== "").join("&");
      window.history.pushState(null, "", search === "" ? pathname : `${pathname}?${search}`);
    };
    const spelled = (next: WhatIfQuery) => formatWhatIf({ ...next, of: "hosts", clusters: [], namespaces: [] });
    return { query, unread: invalidLostParts(new URLSearchParams(params)), go: (change) => write(spelled({ ...query, ...change })), leave: () => write("") };
  }, [pathname, params]);
}
