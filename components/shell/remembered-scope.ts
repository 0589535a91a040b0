import { decoded, encoded } from "@/lib/contract/paths";
import { EVERYTHING, type PickedScope, pickedScopeOf, scopeSearch } from "./picked-scope";

const COOKIE = "stolos-scope";
const YEAR_SECONDS = 31_536_000;

/** Keeps a choice for the next visit, in a cookie of this browser. */
export function rememberScope(picked: PickedScope): void {
  const value = encoded(scopeSearch(picked));
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${value === "" ? 0 : YEAR_SECONDS}; samesite=strict`;
}

/** The choice of the last visit; everything where there is none. */
export function rememberedScope(): PickedScope {
  const pair = document.cookie.split("; ").find((text) => text.startsWith(`${COOKIE}=`));
  if (pair === undefined) return EVERYTHING;
  return pickedScopeOf(decoded(pair.slice(COOKIE.length + 1)));
}
