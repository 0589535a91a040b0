"use client";

import { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { type Remembered, useRemembered } from "./remembered";

/** Who answered for a Service or ServiceEntry over a window, machines and Pods apart. */
export function useHostHistory(
  host: { readonly cluster: string; readonly kind: "Service" | "ServiceEntry"; readonly ns: string; readonly name: string },
  window: string | null,
  width: number,
): Remembered<ServiceHistoryAnswer> {
  return useRemembered("host", ServiceHistoryAnswer, { ...host }, { window, width: Math.max(16, Math.min(4096, Math.round(width))) });
}
