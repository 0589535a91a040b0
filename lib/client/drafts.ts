import { GroupDraft } from "@/lib/contract/answers/drafts";
import { dropTexts, KEPT, keepText, keptKeys, keptText } from "./kept-texts";
import { readKept } from "./read-kept";
import { typedKeys } from "./typed-texts";

/** Keeps a draft in this browser for its viewer. False where the browser stores nothing: it is kept until the page is left. */
export function saveDraft(viewer: string, draft: GroupDraft): boolean {
  return keepText(keyOf(viewer, draft.id), JSON.stringify(draft));
}

/** A draft of a viewer; null where there is none, or none that can be read. */
export function readDraft(viewer: string, id: string): GroupDraft | null {
  return draftOf(storedDraft(viewer, id));
}

/** A draft as it is stored; null = there is none. */
export function storedDraft(viewer: string, id: string): string | null {
  return keptText(keyOf(viewer, id));
}

/** Reads what is stored of a draft; null where it is none. */
export function draftOf(stored: string | null): GroupDraft | null {
  return readKept(GroupDraft, stored);
}

/** All drafts of a viewer. */
export function listDrafts(viewer: string): readonly GroupDraft[] {
  const own = keyOf(viewer, "");
  return keptKeys(own).flatMap((key) => readDraft(viewer, key.slice(own.length)) ?? []);
}

/** Takes a draft away, with what was typed to be added to it: it was made, or is not wanted. */
export function removeDraft(viewer: string, id: string): void {
  dropTexts([keyOf(viewer, id), ...typedKeys(viewer, ["pair of a group", id])]);
}

/** A name for a new draft that no other has. */
export function newDraftId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}

function keyOf(viewer: string, id: string): string {
  return `${KEPT.draft}${viewer}:${id}`;
}
