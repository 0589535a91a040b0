import { asItems, asText } from "@/lib/domain/preview/values";
import type { FormEdit } from "./probe";

/**
 * To whom a ServiceEntry is told (`spec.exportTo`, Istio's ServiceEntry reference): callers of every namespace where it says nothing or `*`, of its own
 * where it says `.`, of nobody where it says `~`, else of the namespaces that it names.
 */
export type ExportTo =
  | { readonly to: "all" }
  | { readonly to: "own" }
  | { readonly to: "nobody" }
  | { readonly to: "named"; readonly names: readonly string[] };

/** Reads the value of `spec.exportTo`. */
export function exportToOf(value: unknown): ExportTo {
  const names = asItems(value).map(asText);
  if (names.length === 0 || names.includes("*")) return { to: "all" };
  if (names.length === 1 && names[0] === ".") return { to: "own" };
  if (names.length === 1 && names[0] === "~") return { to: "nobody" };
  return { to: "named", names };
}

/** What of a text changes so that callers of these namespaces are told. Its own namespace stays among those that are named. */
export function exportToEdit(to: "all" | "own" | "named", names: readonly string[]): FormEdit {
  const path = ["spec", "exportTo"] as const;
  if (to === "all") return [path, undefined];
  if (to === "own") return [path, ["."]];
  return [path, [".", ...new Set(names.map((name) => name.trim()).filter((name) => name !== "" && name !== "."))]];
}
