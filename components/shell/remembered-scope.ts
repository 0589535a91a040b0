import { dropTexts, KEPT, keepText, keptText } from "@/lib/client/kept-texts";
import { formatPickedScope, type PickedScope, parsePickedScope, WHOLE_SCOPE } from "./picked-scope";

/** Stores a viewer's selection in this browser until sign-out. */
export function rememberScope(viewer: string, picked: PickedScope): void {
  const search = formatPickedScope(picked);
  if (search === "") dropTexts([keyOf(viewer)]);
  else keepText(keyOf(viewer), search);
}

/** Returns the selection of the viewer's last visit; everything if none is stored. */
export function rememberedScope(viewer: string): PickedScope {
  const search = keptText(keyOf(viewer));
  return search === null ? WHOLE_SCOPE : parsePickedScope(search);
}

function keyOf(viewer: string): string {
  return `${KEPT.scope}${viewer}`;
}
