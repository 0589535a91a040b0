"use client";

import { useMemo } from "react";
import { useOfServerNow } from "@/lib/client/clock";
import { useView } from "@/lib/client/use-view";
import type { ServiceRow } from "@/lib/contract/views/services";
import type { ViewStateOf } from "@/lib/contract/views/view";
import {
  compareEndpointLosses,
  type EndpointLossAge,
  endpointLossAge,
  type ServiceWithoutEndpoint,
  serviceWithoutEndpoint,
} from "@/lib/domain/statements/services-without-endpoint";
import { minuteOf } from "@/lib/format/text/duration";
import { LOST_SERVICES_WINDOW } from "./windows";

export interface LostService {
  readonly row: ServiceRow;
  readonly statement: ServiceWithoutEndpoint;
  readonly age: EndpointLossAge;
}

/** The services without an endpoint: losses within 24 h first, the newest first. */
export interface LostServices {
  readonly services: readonly LostService[];
  /** Services that have no room in the list. */
  readonly more: number;
  /** The number of all services; null = not received yet. */
  readonly of: number | null;
}

/** `query`: the canonical query of clusters and namespaces. `initial`: the view in the HTML of the page. */
export function useServicesWithoutEndpoint(query: string, initial: ViewStateOf<"services-without-endpoint"> | null = null): LostServices {
  const { state } = useView("services-without-endpoint", query, LOST_SERVICES_WINDOW, initial);
  const minute = useOfServerNow(minuteOf);
  return useMemo(() => {
    const rows = state?.rows ?? [];
    const services = rows.flatMap((row) => {
      const statement = serviceWithoutEndpoint(row);
      return statement === null ? [] : [{ row, statement, age: endpointLossAge(statement, minute) }];
    });
    services.sort((a, b) => compareEndpointLosses(a.statement, b.statement, minute));
    return { services, more: Math.max(0, (state?.head.total ?? 0) - rows.length), of: state?.head.services ?? null };
  }, [state, minute]);
}
