import { asText, asUntypedObject, fieldValue } from "@/lib/domain/preview/values";
import { documentWords } from "@/lib/format/document-words";
import { readDocument } from "@/lib/server/preview/read-document";
import type { CommandBody } from "./command";

/** The object that was typed as YAML, where it is one of the kind. */
export function typedObject(text: string, kind: string): CommandBody {
  const read = readDocument(text);
  if (!("value" in read)) return refused(documentWords(read));
  const written = asText(fieldValue(read.value, "kind"));
  if (written !== kind) return refused(`kind is ${written === "" ? "missing" : written}, and has to be ${kind}.`);
  return { ok: true, body: asUntypedObject(read.value) };
}

function refused(detail: string): CommandBody {
  return { ok: false, problem: { field: "text", title: "Cannot be read", detail } };
}
