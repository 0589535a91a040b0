"use client";

import { useEffect, useRef, useState } from "react";
import { useFreshness } from "@/lib/client/status";

const SETTLED_MS = 3000;

/** Tells a screen reader when the page stops being live, and when it is again: once each, and only if it lasts. */
export function FreshnessAnnouncer() {
  const { kind } = useFreshness();
  const told = useRef("live");
  const [loss, setLoss] = useState("");
  const [news, setNews] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (told.current === kind) return;
      told.current = kind;
      setLoss(kind === "live" || kind === "past" ? "" : "Not live: what the page shows is not confirmed any more.");
      setNews(kind === "live" ? "Live again." : kind === "past" ? "The page shows the past." : "");
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  return (
    <>
      <p role="alert" className="sr-only">
        {loss}
      </p>
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  );
}
