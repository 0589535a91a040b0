"use client";

import { useSyncExternalStore } from "react";
import { usePreferences } from "@/lib/client/preferences";
import type { Zone } from "@/lib/format/clock";

/** Whose clock to show. The server does not know the reader's own zone: until the page has come alive, all times are UTC. */
export function useZone(): Zone {
  const { zone } = usePreferences();
  const alive = useSyncExternalStore(never, yes, no);
  return alive ? zone : "utc";
}

const never = () => () => undefined;
const yes = () => true;
const no = () => false;
