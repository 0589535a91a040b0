import { parseViewAddress, parseViewName, SavedView } from "@/lib/contract/url/saved-view";
import { dropTexts, KEPT, keepText, keptKeys, keptText } from "./kept-texts";
import { readKept } from "./read-kept";

/** Keeps a view under its name in this browser, for its viewer, in place of one of the same name. False where the name or the address is none. */
export function saveView(viewer: string, view: SavedView): boolean {
  const [name, address] = [parseViewName(view.name), parseViewAddress(view.address)];
  if (name === null || address === null) return false;
  keepText(keyOf(viewer, name), JSON.stringify({ name, address }));
  return true;
}

/** The views of a viewer, by name. What somebody else wrote under our key is left out. */
export function listViews(viewer: string): readonly SavedView[] {
  const views = keptKeys(keyOf(viewer, "")).flatMap((key) => viewOf(keptText(key)) ?? []);
  return views.sort((a, b) => a.name.localeCompare(b.name));
}

/** Takes a view away. */
export function removeView(viewer: string, name: string): void {
  dropTexts([keyOf(viewer, name)]);
}

function viewOf(stored: string | null): SavedView | null {
  const read = readKept(SavedView, stored);
  const address = read === null ? null : parseViewAddress(read.address);
  return read === null || address === null ? null : { name: read.name, address };
}

function keyOf(viewer: string, name: string): string {
  return `${KEPT.view}${viewer}:${name}`;
}
