import { EditDraft } from "@/lib/contract/answers/drafts";
import type { ResourceWithPage } from "@/lib/contract/url/paths";
import { dropTexts, KEPT, keepText, keptText } from "./kept-texts";
import { readKept } from "./read-kept";

/** The object that an edit is of. */
export interface EditedObject {
  readonly cluster: string;
  readonly resource: ResourceWithPage;
  readonly namespace: string;
  readonly name: string;
}

/** Keeps an edit in this browser for its viewer. False where the browser stores nothing: it is kept until the page is left. */
export function saveEdit(viewer: string, object: EditedObject, draft: EditDraft): boolean {
  return keepText(keyOf(viewer, object), JSON.stringify(draft));
}

/** An edit as it is stored; null = there is none. */
export function storedEdit(viewer: string, object: EditedObject): string | null {
  return keptText(keyOf(viewer, object));
}

/** Reads what is stored of an edit; null where it is none. */
export function editOf(stored: string | null): EditDraft | null {
  return readKept(EditDraft, stored);
}

/** Takes an edit away: it was applied, or is not wanted. */
export function removeEdit(viewer: string, object: EditedObject): void {
  dropTexts([keyOf(viewer, object)]);
}

function keyOf(viewer: string, { cluster, resource, namespace, name }: EditedObject): string {
  return `${KEPT.edit}${viewer}:${JSON.stringify([cluster, resource, namespace, name])}`;
}
