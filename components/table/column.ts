import type { ReactNode } from "react";

/** One column of a table. `key` names it in the URL, both for sorting and for the choice of columns. */
export interface Column<R> {
  readonly key: string;
  /** The heading as kubectl prints it. */
  readonly head: string;
  /** The heading is for the ear only. */
  readonly unheaded?: boolean;
  readonly align?: "end";
  readonly sorts?: boolean;
  /** "always" cannot be hidden, "usual" is there unless hidden, "wide" is there when asked for. */
  readonly shown: "always" | "usual" | "wide";
  /** The narrowest screen that still has room for it. */
  readonly room?: "phone" | "tablet" | "desk" | "wall";
  /** Gives way, the lowest number first, where the table would be wider than its place: nothing that names a machine is cut for it. */
  readonly yields?: number;
  /** Takes the width that the others leave, and cuts what does not fit. */
  readonly fills?: boolean;
  /** On a phone it takes the width that the others leave, and its text has as many lines as it needs: nothing is cut. */
  readonly wraps?: boolean;
  readonly cell: (row: R) => ReactNode;
}

/** The columns a choice shows: "" = the usual ones, "wide" = all, else their keys divided by commas. */
export function columnsOf<R>(columns: readonly Column<R>[], choice: string): readonly Column<R>[] {
  if (choice === "wide") return columns;
  if (choice === "") return columns.filter((column) => column.shown !== "wide");
  const keys = new Set(choice.split(","));
  return columns.filter((column) => column.shown === "always" || keys.has(column.key));
}

/** The choice after showing or hiding one column, in its shortest spelling. */
export function toggleColumn<R>(columns: readonly Column<R>[], choice: string, key: string): string {
  const before = new Set(columnsOf(columns, choice).map((column) => column.key));
  const next = columns.filter((column) => before.has(column.key) !== (column.key === key));
  const spelled = (list: readonly Column<R>[]) => list.map((column) => column.key).join(",");
  if (next.length === columns.length) return "wide";
  if (spelled(next) === spelled(columnsOf(columns, ""))) return "";
  return spelled(next.filter((column) => column.shown !== "always")) || "name";
}

/** The columns that a choice shows as a choice of their own: each is there then, whatever the width. */
export function fixedChoice<R>(columns: readonly Column<R>[], choice: string): string {
  return columnsOf(columns, choice)
    .filter((column) => column.shown !== "always")
    .map(({ key }) => key)
    .join(",");
}
