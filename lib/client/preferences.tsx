"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { formatPreferences, PREFERENCES_COOKIE, type Preferences } from "@/lib/contract/url/preferences";

const A_YEAR_SECONDS = 31_536_000;

interface Held extends Preferences {
  set(change: Partial<Preferences>): void;
}

const Context = createContext<Held | null>(null);

/** Holds what the reader prefers; begins with what the server read from the cookie. */
export function PreferencesProvider({ initial, children }: { readonly initial: Preferences; readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(initial);
  const set = useCallback((change: Partial<Preferences>) => {
    setPreferences((before) => {
      const next = { ...before, ...change };
      document.cookie = `${PREFERENCES_COOKIE}=${formatPreferences(next)}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
      return next;
    });
  }, []);
  const held = useMemo(() => ({ ...preferences, set }), [preferences, set]);
  return <Context value={held}>{children}</Context>;
}

/** What the reader prefers, and how to change it. */
export function usePreferences(): Held {
  const held = useContext(Context);
  if (held === null) throw new Error("usePreferences needs a PreferencesProvider above it");
  return held;
}
