import { clsx } from "clsx";
import type { Column } from "./column";

const ROOM = { phone: "", tablet: "max-desk:hidden", desk: "max-wide:hidden", wall: "max-[1559px]:hidden" } as const;

/**
 * How the cells of a column stand: its alignment, its share of the width, and from which screen on it is there. Where the table does not `fit`
 * its place it scrolls sideways: every column is there, and what names the row stays in sight.
 */
export function cellClass(column: Pick<Column<never>, "key" | "align" | "fills" | "room" | "wraps">, fits: boolean): string {
  return clsx(
    "h-row border-b border-line pr-3.5 whitespace-nowrap last:pr-0 max-desk:pr-2",
    column.wraps && fits ? "max-desk:w-[99%] max-desk:py-2 max-desk:whitespace-normal" : "max-desk:max-w-[56vw] max-desk:overflow-hidden",
    column.align === "end" ? "text-right tabular-nums" : "text-left",
    fits ? ROOM[column.room ?? "phone"] : column.key === "name" && "sticky left-0 z-1 bg-paper group-hover/row:bg-hover group-focus-within/row:bg-hover",
    column.fills && (fits ? "w-[99%] max-w-0 min-w-24 truncate group-data-tight/table:min-w-14" : "max-w-96 min-w-48 truncate"),
  );
}
