/** What a viewer typed or chose is kept under these and the id of the viewer, and goes with the sign-out. */
export const KEPT = {
  draft: "stolos.draft:",
  edit: "stolos.edit:",
  bundle: "stolos.bundle:",
  typed: "stolos.typed:",
  mesh: "stolos.mesh:",
  view: "stolos.view:",
  scope: "stolos.scope:",
  mutes: "stolos-mutes-",
} as const;

/** Texts that the browser would not store: they last as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

/** Keeps a text in this browser. False where the browser stores nothing: it is kept until the page is left. */
export function keepText(key: string, text: string): boolean {
  const isStored = storing((storage) => storage.setItem(key, text));
  if (isStored) unstored.delete(key);
  else unstored.set(key, text);
  tell();
  return isStored;
}

/** Keeps a text until the page is left, and takes away what is stored of it. */
export function keepHere(key: string, text: string): void {
  storing((storage) => storage.removeItem(key));
  unstored.set(key, text);
  tell();
}

/** A text that was kept; null = there is none. */
export function keptText(key: string): string | null {
  let found = unstored.get(key) ?? null;
  if (found === null) storing((storage) => (found = storage.getItem(key)));
  return found;
}

/** The keys of what is kept under a prefix. */
export function keptKeys(prefix: string): readonly string[] {
  let stored: readonly string[] = [];
  storing((storage) => (stored = Object.keys(storage)));
  return [...new Set([...stored, ...unstored.keys()])].filter((key) => key.startsWith(prefix));
}

/** Takes everything away that was typed, whoever typed it. */
export function forgetTexts(): void {
  dropTexts(Object.values(KEPT).flatMap(keptKeys));
}

/** Takes kept texts away. */
export function dropTexts(keys: readonly string[]): void {
  for (const key of keys) {
    unstored.delete(key);
    storing((storage) => storage.removeItem(key));
  }
  tell();
}

/** Calls when a kept text changed, in this tab or in another one; gives back what ends that. */
export function followTexts(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
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
