import { BundleFormEdits } from "@/lib/contract/answers/bundle";
import { containsPrivateKey } from "@/lib/domain/bundle/credentials";
import { dropTexts, KEPT, keepHere, keepText, keptText } from "./kept-texts";
import { readKept } from "./read-kept";

/** The group that files are made for. */
export interface BundleGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Where a text is kept: in the browser, until the sign-out; on the page, until that is left, because it is not to be stored, or because this browser stores nothing. */
export type KeptIn = "browser" | "page" | "page-without-storage";

/**
 * Keeps what was typed in this browser for its viewer; nothing typed = nothing kept. A text with a private key in it, which is no part of these files,
 * is never stored: it is kept until the page is left.
 */
export function saveBundle(viewer: string, group: BundleGroup, typed: BundleFormEdits): KeptIn {
  const key = keyOf(viewer, group);
  const text = JSON.stringify(typed);
  if (containsPrivateKey(text)) {
    keepHere(key, text);
    return "page";
  }
  if (text !== "{}") return keepText(key, text) ? "browser" : "page-without-storage";
  dropTexts([key]);
  return "browser";
}

/** What was typed as it is stored; null = nothing. */
export function storedBundle(viewer: string, group: BundleGroup): string | null {
  return keptText(keyOf(viewer, group));
}

/** Reads what is stored; nothing typed where it cannot be read. */
export function bundleTypedOf(stored: string | null): BundleFormEdits {
  return readKept(BundleFormEdits, stored) ?? {};
}

function keyOf(viewer: string, { cluster, namespace, name }: BundleGroup): string {
  return `${KEPT.bundle}${viewer}:${JSON.stringify([cluster, namespace, name])}`;
}
