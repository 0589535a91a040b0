import { Draft } from "@/lib/contract/draft";

const PREFIX = "stolos.draft:";

/** Drafts that the browser would not store: they last as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

/** Keeps a draft in this browser for its viewer. False where the browser stores nothing: it is kept until the page is left. */
export function saveDraft(viewer: string, draft: Draft): boolean {
  const key = keyOf(viewer, draft.id);
  const isStored = storing((storage) => storage.setItem(key, JSON.stringify(draft)));
  if (isStored) unstored.delete(key);
  else unstored.set(key, JSON.stringify(draft));
  tell();
  return isStored;
}

/** A draft of a viewer; null where there is none, or none that can be read. */
export function readDraft(viewer: string, id: string): Draft | null {
  return draftOf(storedDraft(viewer, id));
}

/** A draft as it is stored; null = there is none. */
export function storedDraft(viewer: string, id: string): string | null {
  let found = unstored.get(keyOf(viewer, id)) ?? null;
  if (found === null) storing((storage) => (found = storage.getItem(keyOf(viewer, id))));
  return found;
}

/** Reads what is stored of a draft; null where it is none. */
export function draftOf(stored: string | null): Draft | null {
  try {
    const read = Draft.safeParse(JSON.parse(stored ?? "null"));
    return read.success ? read.data : null;
  } catch {
    // Somebody else wrote under our key.
    return null;
  }
}

/** All drafts of a viewer. */
export function listDrafts(viewer: string): readonly Draft[] {
  const ids = draftKeys()
    .filter((key) => key.startsWith(keyOf(viewer, "")))
    .map((key) => key.slice(keyOf(viewer, "").length));
  return ids.flatMap((id) => readDraft(viewer, id) ?? []);
}

/** Takes a draft away: it was made, or is not wanted. */
export function removeDraft(viewer: string, id: string): void {
  unstored.delete(keyOf(viewer, id));
  storing((storage) => storage.removeItem(keyOf(viewer, id)));
  tell();
}

/** Takes every draft away, whoever typed it. */
export function forgetDrafts(): void {
  unstored.clear();
  for (const key of draftKeys()) storing((storage) => storage.removeItem(key));
  tell();
}

/** Calls when a draft changed, in this tab or in another one; gives back what ends that. */
export function followDrafts(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}

/** A name for a new draft that no other has. */
export function newDraftId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}

function draftKeys(): readonly string[] {
  let stored: readonly string[] = [];
  storing((storage) => (stored = Object.keys(storage).filter((key) => key.startsWith(PREFIX))));
  return [...new Set([...stored, ...unstored.keys()])];
}

function keyOf(viewer: string, id: string): string {
  return `${PREFIX}${viewer}:${id}`;
}

function tell(): void {
  for (const changed of listeners) changed();
}

/** Whether the browser let it be done: where storage is switched off or full, it throws. */
function storing(work: (storage: Storage) => unknown): boolean {
  if (typeof localStorage === "undefined") return false;
  try {
    work(localStorage);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}
