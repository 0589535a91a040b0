"use client";

import { usePast } from "@/lib/client/past";

/** On a page of the past: this part is fetched from the API server, which knows only now. */
export function OfNow() {
  return usePast() === null ? null : <p className="mt-2.5 text-blind">As it is now: the record keeps rows, not whole objects.</p>;
}
