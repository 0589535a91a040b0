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
import { SERVICES_WITHOUT_ENDPOINT_WINDOW } from "./windows";

export interface ServiceWithoutEndpointRow {
  readonly row: ServiceRow;
  readonly statement: ServiceWithoutEndpoint;
  readonly age: EndpointLossAge;
}

/** Services without an endpoint: losses within 24 h first, newest first. */
export interface ServicesWithoutEndpointList {
  readonly services: readonly ServiceWithoutEndpointRow[];
  /** The number of services that are not in the list. */
  readonly more: number;
  /** The number of all services; null = not loaded yet. */
  readonly of: number | null;
}

/** Subscribes to services without an endpoint. `query`: canonical query for clusters and namespaces. `initial`: the view that the server rendered. */
export function useServicesWithoutEndpoint(query: string, initial: ViewStateOf<"services-without-endpoint"> | null = null): ServicesWithoutEndpointList {
  const { state } = useView("services-without-endpoint", query, SERVICES_WITHOUT_ENDPOINT_WINDOW, initial);
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
