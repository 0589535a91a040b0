import { asItems, asText } from "@/lib/domain/preview/values";
import type { DocumentEdit } from "./probe";

/**
 * The callers that receive a ServiceEntry (`spec.exportTo`, Istio's ServiceEntry reference). Empty or `*` = callers in every namespace. `.` = only
 * its own namespace, `~` = no namespace. Any other text is the name of a namespace.
 */
export type ExportTo =
  | { readonly to: "all" }
  | { readonly to: "own" }
  | { readonly to: "nobody" }
  | { readonly to: "named"; readonly names: readonly string[] };

/** Parses the value of `spec.exportTo`. */
export function exportToOf(value: unknown): ExportTo {
  const names = asItems(value).map(asText);
  if (names.length === 0 || names.includes("*")) return { to: "all" };
  if (names.length === 1 && names[0] === ".") return { to: "own" };
  if (names.length === 1 && names[0] === "~") return { to: "nobody" };
  return { to: "named", names };
}

/** Returns the edit that exports a ServiceEntry to these namespaces. With names, its own namespace is always among them. */
export function exportToEdit(to: "all" | "own" | "named", names: readonly string[]): DocumentEdit {
  const path = ["spec", "exportTo"] as const;
  if (to === "all") return [path, undefined];
  if (to === "own") return [path, ["."]];
  return [path, [".", ...new Set(names.map((name) => name.trim()).filter((name) => name !== "" && name !== "."))]];
}
