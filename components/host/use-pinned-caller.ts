"use client";

import { useState } from "react";
import { usePast } from "@/lib/client/past";
import { formatServiceQuery, type ServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceHead } from "@/lib/contract/views/service";
import type { ViewStateOf } from "@/lib/contract/views/view";

type Pins = Readonly<Record<string, ServiceQuery["pinned"]>>;

/**
 * The query of a service's view with the default caller that the page already shows, so that a reopened stream has the same caller. A pin belongs to one kind
 * of caller, host name and moment, and ends with the page. `initial`: the state that the server rendered for this query.
 */
export function usePinnedCaller(
  query: ServiceQuery,
  initial: ViewStateOf<"service"> | null,
): { readonly query: string; readonly pin: (head: ServiceHead | null) => void } {
  const at = usePast();
  const key = JSON.stringify([query.caller, query.host, at]);
  const [pins, setPins] = useState<Pins>(() => {
    const pinned = pinnedBy(initial?.head ?? null);
    return pinned === null ? {} : { [key]: pinned };
  });
  const pinned = query.from === null ? (pins[key] ?? null) : null;
  return {
    query: formatServiceQuery({ ...query, pinned }),
    pin: (head) => {
      const next = query.from === null && pinned === null && head?.detail?.seenFrom.kind === query.caller ? pinnedBy(head) : null;
      if (next !== null) setPins({ ...pins, [key]: next });
    },
  };
}

function pinnedBy(head: ServiceHead | null): ServiceQuery["pinned"] {
  if (head?.detail == null || !head.detail.seenFrom.isChosen) return null;
  const { namespace, locality, network, node } = head.detail.seenFrom;
  return { namespace, locality, network, node };
}
