import { dropTexts, KEPT, keepText, keptText } from "@/lib/client/kept-texts";
import { EVERYTHING, type PickedScope, pickedScopeOf, scopeSearch } from "./picked-scope";

/** Keeps a viewer's choice for the next visit, in this browser, until the sign-out. */
export function rememberScope(viewer: string, picked: PickedScope): void {
  const search = scopeSearch(picked);
  if (search === "") dropTexts([keyOf(viewer)]);
  else keepText(keyOf(viewer), search);
}

/** The choice of the viewer's last visit; everything where there is none. */
export function rememberedScope(viewer: string): PickedScope {
  const search = keptText(keyOf(viewer));
  return search === null ? EVERYTHING : pickedScopeOf(search);
}

function keyOf(viewer: string): string {
  return `${KEPT.scope}${viewer}`;
}
