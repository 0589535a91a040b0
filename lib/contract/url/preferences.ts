import * as z from "zod/mini";
import { pagePaths } from "./paths";

/** What one reader prefers, kept in a cookie so that the server draws the same: the clock of times and the theme. */
export const Preferences = z.object({ zone: z.enum(["utc", "local"]), theme: z.enum(["system", "light", "dark"]) });
export type Preferences = z.infer<typeof Preferences>;

export const PREFERENCES_COOKIE = "stolos-preferences";

const DEFAULT_PREFERENCES: Preferences = { zone: "utc", theme: "system" };

/** Reads the cookie's value; whatever is not in it or not readable is the default. */
export function parsePreferences(value: string | undefined): Preferences {
  const fields = Object.fromEntries((value ?? "").split(".").map((part) => part.split("-", 2)));
  const read = Preferences.safeParse({ ...DEFAULT_PREFERENCES, ...fields });
  return read.success ? read.data : DEFAULT_PREFERENCES;
}

/** The cookie's value: `zone-utc.theme-dark`. */
export function formatPreferences({ zone, theme }: Preferences): string {
  return `zone-${zone}.theme-${theme}`;
}

/**
 * Is whoever reads this page on call? On the on-call page, and on the page of one object that an alert's link opens: it has its moment in seconds or
 * milliseconds. On the page of another object, whoever was on call on the page before.
 */
export function isOnCall(pathname: string, search: URLSearchParams | string, before: boolean): boolean {
  if (pathname === pagePaths.onCall()) return true;
  const isOfOneObject = pathname.startsWith("/c/");
  return isOfOneObject && (before || /^\d+$/.test(new URLSearchParams(search).get("at") ?? ""));
}

/** The theme of a page: dark for whoever is on call, as the night is, unless its reader chose one. */
export function themeOf({ theme }: Pick<Preferences, "theme">, onCall: boolean): Preferences["theme"] {
  return theme === "system" && onCall ? "dark" : theme;
}
