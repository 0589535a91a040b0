import { parse } from "yaml";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import type { EditDraft } from "@/lib/contract/answers/drafts";
import { apiPaths } from "@/lib/contract/url/paths";
import { isSameValue } from "@/lib/domain/edit/field-changes";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { type Asked, ask } from "./ask";
import type { EditedObject } from "./edit-drafts";
import { ownerOfRead } from "./object-owner";
import { editableText } from "./object-text";
import { readYaml } from "./yaml-text";

/** A version of an object, as far as it can be edited. */
export type EditableVersion = Omit<EditDraft, "text">;

/** Reads an object as the viewer, to edit it. */
export async function readVersion({ cluster, resource, namespace, name }: EditedObject): Promise<Asked<EditableVersion>> {
  const asked = await ask(apiPaths.object(cluster, resource, namespace, name), ObjectYaml, new AbortController().signal);
  return asked.kind === "here" ? { kind: "here", value: versionOf(asked.value) } : asked;
}

function versionOf(read: ObjectYaml): EditableVersion {
  const { yaml, resourceVersion } = read;
  return { uid: asText(fieldValue(fieldValue(parse(yaml), "metadata"), "uid")), resourceVersion, base: editableText(yaml), owner: ownerOfRead(read) };
}

/** What a newer version is to an edit: no other than its base, all that was typed already, or something else. */
export function newsOf({ base, text, uid }: EditDraft, newer: EditableVersion): "same" | "done" | "other" {
  if (newer.base === base && newer.uid === uid) return "same";
  const read = readYaml(text);
  return !("code" in read) && isSameValue(read.document.toJS(), parse(newer.base)) ? "done" : "other";
}
