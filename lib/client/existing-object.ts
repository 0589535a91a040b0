import { parse, stringify } from "yaml";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import { apiPaths } from "@/lib/contract/url/paths";
import { editableFields } from "@/lib/domain/edit/editable";
import type { ManagingTool } from "@/lib/domain/new-group/managing-tool";
import { asPairs, fieldValue } from "@/lib/domain/preview/values";
import { ask } from "./ask";
import type { DraftObject } from "./draft-objects";
import { ownerOfRead } from "./object-owner";

/** An object of the same name that is there already. */
export interface ExistingObject {
  /** Does it say all that the draft says? */
  readonly isSame: boolean;
  /** As YAML, without what the cluster wrote into it. */
  readonly text: string;
  readonly owner: ManagingTool | null;
}

/** Reads what is there under the name of an object, as the viewer; null where it cannot be read. */
export async function readExisting(cluster: string, { resource, namespace, name, text }: DraftObject, signal: AbortSignal): Promise<ExistingObject | null> {
  if (resource === null) return null;
  const asked = await ask(apiPaths.object(cluster, resource, namespace, name), ObjectYaml, signal);
  return asked.kind === "refused" ? null : comparedWith(text, asked.value);
}

/** What is there, beside the text that was to be made. */
export function comparedWith(text: string, read: Pick<ObjectYaml, "yaml" | "managedFields">): ExistingObject {
  const there: unknown = parse(read.yaml);
  return {
    isSame: holds(there, parse(text, { maxAliasCount: 0 })),
    text: stringify(editableFields(there), { lineWidth: 0 }),
    owner: ownerOfRead(read),
  };
}

/** Is all of the second in the first? Of lists every item, in the same order. The version of the API is the cluster's choice. */
function holds(there: unknown, wanted: unknown): boolean {
  if (wanted === null || wanted === undefined) return true;
  if (typeof wanted !== "object") return there === wanted;
  if (Array.isArray(wanted)) return Array.isArray(there) && there.length === wanted.length && wanted.every((one, at) => holds(there[at], one));
  return asPairs(wanted).every(([key, one]) => key === "apiVersion" || holds(fieldValue(there, key), one));
}
