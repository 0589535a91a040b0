"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { effectiveTheme, usesOnCallLayout } from "@/lib/contract/url/preferences";
import { pageMemory } from "./page-memory";
import { usePreferences } from "./preferences";

const onCall = pageMemory<boolean>();

/** Keeps the document in the theme of its page: chosen, or dark from an alert or the on-call page on to the things that are opened from there. */
export function useTheme(): void {
  const preferences = usePreferences();
  const pathname = usePathname() ?? "";
  const search = useSearchParams().toString();
  useEffect(() => {
    const is = usesOnCallLayout(pathname, search, onCall.get() ?? false);
    onCall.set(is);
    document.documentElement.dataset.theme = effectiveTheme(preferences, is);
  }, [preferences, pathname, search]);
}
