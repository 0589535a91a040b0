"use client";

import { useEffect, useState } from "react";
import { useFreshness } from "@/lib/client/status";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";

/** A change is announced after it has lasted this long. Shorter losses are not worth an interruption. Milliseconds. */
const SETTLED_MS = 400;

type Kind = PageFreshness["kind"];

/** Announces to screen readers when the page stops being live, and when it is live again. */
export function FreshnessAnnouncer() {
  const { kind } = useFreshness();
  // A page that starts live announces nothing.
  const [told, setTold] = useState<{ readonly before: Kind; readonly kind: Kind }>({ before: "live", kind: "live" });
  useEffect(() => {
    const timer = setTimeout(() => setTold((last) => (last.kind === kind ? last : { before: last.kind, kind })), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  return (
    <>
      <p role="alert" data-freshness={told.kind} className="sr-only">
        {isLoss(told.kind) && "Not live: what the page shows is not confirmed."}
      </p>
      <p role="status" data-freshness={told.kind} className="sr-only">
        {told.kind === "past" && "The page shows the past."}
        {told.kind === "live" && told.before !== "live" && "Live again."}
      </p>
    </>
  );
}

function isLoss(kind: Kind): boolean {
  return kind !== "live" && kind !== "past";
}
