import { truncateText } from "@/lib/domain/object/clean-text";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { at, field, text } from "@/lib/server/kube/parse/json";
import { shortText } from "@/lib/server/kube/problem";
import { type Because, because } from "./outcome";

/** One line of a watch. `broken` means that the stream can be followed no longer. */
export type WatchEvent =
  | { readonly kind: "put"; readonly added: boolean; readonly object: unknown }
  | { readonly kind: "delete"; readonly object: unknown }
  | { readonly kind: "bookmark"; readonly resourceVersion: string; readonly endsInitial: boolean }
  | ({ readonly kind: "gone" } & Because)
  | ({ readonly kind: "broken" } & Because);

/** Reads one line of a watch; what is not understood is said, never skipped. */
export function watchEventOf(line: string): WatchEvent {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return { kind: "broken", reason: `a line of ${line.length} characters is not JSON` };
  }
  const object = field(raw, "object");
  const type = field(raw, "type");
  if (type === "ADDED" || type === "MODIFIED") return { kind: "put", added: type === "ADDED", object };
  if (type === "DELETED") return { kind: "delete", object };
  if (type === "BOOKMARK") return bookmarkOf(object);
  if (type === "ERROR") return errorOf(object);
  return { kind: "broken", reason: `an event of the unknown type ${truncateText(shortText(JSON.stringify(type) ?? "(none)"), 60)}` };
}

function bookmarkOf(object: unknown): WatchEvent {
  const resourceVersion = at(object, "metadata", "resourceVersion");
  if (typeof resourceVersion !== "string" || resourceVersion === "") return { kind: "broken", reason: "a bookmark without a version" };
  return { kind: "bookmark", resourceVersion, endsInitial: at(object, "metadata", "annotations", "k8s.io/initial-events-end") === "true" };
}

function errorOf(object: unknown): WatchEvent {
  const said = isUntypedObject(object) ? text(field(object, "message")) : "";
  const code = field(object, "code");
  const reason = field(object, "reason");
  const words = shortText(said);
  if (code === 410 || reason === "Expired" || reason === "Gone") return { kind: "gone", ...because({ code: "expired", text: words }) };
  return { kind: "broken", ...because({ code: "stream-error", text: words }) };
}
