import * as z from "zod/mini";
import { pagePaths } from "./paths";

/** What one reader prefers, kept in a cookie so that the server draws the same: the clock of times and the theme. */
export const Preferences = z.object({ zone: z.enum(["utc", "local"]), theme: z.enum(["system", "light", "dark"]) });
export type Preferences = z.infer<typeof Preferences>;

export const PREFERENCES_COOKIE = "stolos-preferences";

export const DEFAULT_PREFERENCES: Preferences = { zone: "utc", theme: "system" };

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

/** The theme of a page: that of whoever is on call is dark, as the night is, unless its reader chose one. */
export function themeOf({ theme }: Pick<Preferences, "theme">, pathname: string): Preferences["theme"] {
  return theme === "system" && pathname === pagePaths.onCall() ? "dark" : theme;
}
