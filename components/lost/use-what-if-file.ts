"use client";

import { usePast } from "@/lib/client/past";
import { apiPaths } from "@/lib/contract/url/paths";
import { formatWhatIf } from "@/lib/contract/views/what-if";
import type { WhatIfUrl } from "./use-what-if-url";

/** The address of the answer as a file: all of its rows, with what is lost, the moment and the assumptions. */
export function useWhatIfFile({ query }: WhatIfUrl): (format: "csv" | "json" | "md") => string {
  const at = usePast();
  return (format) => {
    const params = new URLSearchParams(formatWhatIf({ ...query, of: "hosts" }));
    if (at !== null) params.set("at", String(at));
    params.set("format", format);
    return apiPaths.whatIf(params.toString());
  };
}
