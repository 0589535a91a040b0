import { parseFieldSelector } from "./field-selector";
import { parseLabelSelector } from "./label-selector";
import type { ResourceType } from "./resource-type";
import type { Stored } from "./stored";

export type Match = (stored: Stored) => boolean;

/** The filter of `labelSelector` and `fieldSelector`. Null when the query has neither. Throws 400. */
export function selectionOf(query: URLSearchParams, type: ResourceType): Match | null {
  const labels = parseLabelSelector(query.get("labelSelector") ?? "");
  const fields = parseFieldSelector(query.get("fieldSelector") ?? "", type);
  if (labels === null && fields === null) return null;
  return ({ object }) => (labels?.(object.metadata.labels) ?? true) && (fields?.(object) ?? true);
}
