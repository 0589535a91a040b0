import * as z from "zod/mini";
import { pagePaths } from "./paths";

/** The preferences of a user: the time zone and the theme. A cookie stores them, so that the server renders the same page. */
export const Preferences = z.object({ zone: z.enum(["utc", "local"]), theme: z.enum(["system", "light", "dark"]) });
export type Preferences = z.infer<typeof Preferences>;

export const PREFERENCES_COOKIE = "stolos-preferences";

const DEFAULT_PREFERENCES: Preferences = { zone: "utc", theme: "system" };

/** Reads the cookie's value. A missing or unreadable value becomes the default. */
export function parsePreferences(value: string | undefined): Preferences {
  const fields = Object.fromEntries((value ?? "").split(".").map((part) => part.split("-", 2)));
  const read = Preferences.safeParse({ ...DEFAULT_PREFERENCES, ...fields });
  return read.success ? read.data : DEFAULT_PREFERENCES;
}

/** Formats the cookie's value: `zone-utc.theme-dark`. */
export function formatPreferences({ zone, theme }: Preferences): string {
  return `zone-${zone}.theme-${theme}`;
}

/**
 * Returns true if a page shows its on-call form: the on-call page, and the page of an object from an alert's link. Such a link has its moment in seconds or
 * milliseconds. The page of another object does so if the page before it did (`before`).
 */
export function usesOnCallLayout(pathname: string, search: URLSearchParams | string, before: boolean): boolean {
  if (pathname === pagePaths.onCall()) return true;
  const isOfOneObject = pathname.startsWith("/c/") || pathname.startsWith(`${pagePaths.incidents()}/`);
  return isOfOneObject && (before || /^\d+$/.test(new URLSearchParams(search).get("at") ?? ""));
}

/** Returns the theme of a page: dark in the on-call form, for use at night, unless the user chose a theme. */
export function effectiveTheme({ theme }: Pick<Preferences, "theme">, onCall: boolean): Preferences["theme"] {
  return theme === "system" && onCall ? "dark" : theme;
}
