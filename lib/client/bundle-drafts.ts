import { BundleTyped } from "@/lib/contract/bundle-typed";
import { holdsPrivateKey } from "@/lib/domain/bundle/private-key";
import { dropTexts, KEPT, keepHere, keepText, keptText } from "./kept-texts";

/** The group that files are made for. */
export interface BundleGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Keeps what was typed in this browser for its viewer; nothing typed = nothing kept. False where the browser stores nothing: it is kept until the page is left.
 * So is a text with a private key in it, which is no part of these files and is never stored.
 */
export function saveBundle(viewer: string, group: BundleGroup, typed: BundleTyped): boolean {
  const key = keyOf(viewer, group);
  const text = JSON.stringify(typed);
  if (text === "{}") dropTexts([key]);
  else if (holdsPrivateKey(text)) keepHere(key, text);
  else return keepText(key, text);
  return true;
}

/** What was typed as it is stored; null = nothing. */
export function storedBundle(viewer: string, group: BundleGroup): string | null {
  return keptText(keyOf(viewer, group));
}

/** Reads what is stored; nothing typed where it cannot be read. */
export function bundleTypedOf(stored: string | null): BundleTyped {
  try {
    const read = BundleTyped.safeParse(JSON.parse(stored ?? "{}"));
    return read.success ? read.data : {};
  } catch {
    // Somebody else wrote under our key.
    return {};
  }
}

function keyOf(viewer: string, { cluster, namespace, name }: BundleGroup): string {
  return `${KEPT.bundle}${viewer}:${JSON.stringify([cluster, namespace, name])}`;
}
