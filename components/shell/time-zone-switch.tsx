"use client";

import { Button } from "@/components/ui/button";
import { usePreferences } from "@/lib/client/preferences";

/** Switches the times of the page between UTC and local time. */
export function TimeZoneSwitch() {
  const { zone, set } = usePreferences();
  const [word, other] = zone === "utc" ? (["UTC", "your own time"] as const) : (["local", "UTC"] as const);
  return (
    <Button
      title={`Times are in ${zone === "utc" ? "UTC" : "your own time"}. Press for ${other}.`}
      aria-label={`Times: ${word}. Switch to ${other}`}
      onClick={() => set({ zone: zone === "utc" ? "local" : "utc" })}
      className="font-normal text-ink-2 max-[819px]:hidden"
    >
      {word}
    </Button>
  );
}
