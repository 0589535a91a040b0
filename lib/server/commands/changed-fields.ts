import { editableFields } from "@/lib/domain/edit/editable";
import { documentChanges, formatFieldPath } from "@/lib/domain/edit/field-changes";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";

/** The names of the fields that a whole object changes in the place of the one that is there; null where that cannot be read. */
export async function changedFieldsOf(client: Pick<WritingClient, "get">, { path, body }: WriteRequest): Promise<readonly string[] | null> {
  const stored = await client.get(path.split("?")[0] ?? path);
  if (!stored.ok) return null;
  const names = documentChanges(editableFields(stored.value), editableFields(body)).map((change) => formatFieldPath(change.path));
  return names.length === 0 ? ["nothing"] : names;
}
