import { separator } from "./field-paths";
import { isRecord, type ManagedFieldsEntry } from "./kube-object";
import { type ApiError, failure } from "./status-errors";

/** A field that would change under an apply, and who owns it. */
export interface FieldConflict {
  readonly entry: ManagedFieldsEntry;
  readonly path: string;
}

/** The 409 that lists every conflict. */
export function applyConflict(conflicts: readonly FieldConflict[]): ApiError {
  const named = conflicts.map(({ entry, path }) => ({ owner: ownerOf(entry), field: fieldOf(path) })).sort((left, right) => compare(left.field, right.field));
  const causes = named.map(({ owner, field }) => ({ reason: "FieldManagerConflict", message: `conflict with ${owner}`, field }));
  return failure(409, "Conflict", messageOf(named), { causes });
}

function messageOf(conflicts: ReadonlyArray<{ owner: string; field: string }>): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first !== undefined) return `Apply failed with 1 conflict: conflict with ${first.owner}: ${first.field}`;
  const owners = [...new Set(conflicts.map(({ owner }) => owner))].sort();
  const parts = owners.flatMap((owner) => [`conflicts with ${owner}:`, ...conflicts.filter((one) => one.owner === owner).map(({ field }) => `- ${field}`)]);
  return `Apply failed with ${conflicts.length} conflicts: ${parts.join("\n")}`;
}

function ownerOf({ manager, operation, subresource, apiVersion }: ManagedFieldsEntry): string {
  const part = subresource === undefined || subresource === "" ? "" : ` with subresource ${JSON.stringify(subresource)}`;
  return `${JSON.stringify(manager)}${part}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}

/** As people read a path: `.spec.ports[name="http"].number`. */
function fieldOf(path: string): string {
  return path.split(separator).map(partOf).join("");
}

function partOf(part: string): string {
  const rest = part.slice(2);
  if (part.startsWith("f:")) return `.${rest}`;
  const key: unknown = JSON.parse(rest);
  if (!isRecord(key)) return `[=${JSON.stringify(key)}]`;
  const pairs = Object.entries(key).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return `[${pairs.join(",")}]`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
