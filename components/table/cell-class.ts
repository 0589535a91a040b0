import { clsx } from "clsx";
import type { Column } from "./column";

const ROOM = { phone: "", tablet: "max-desk:hidden", desk: "max-wide:hidden", wall: "max-[1559px]:hidden" } as const;

/** How the cells of a column stand: its alignment, its share of the width, and from which screen on it is there. */
export function cellClass(column: Pick<Column<never>, "align" | "fills" | "room">): string {
  return clsx(
    "h-row border-b border-line pr-3.5 whitespace-nowrap last:pr-0 max-desk:max-w-[56vw] max-desk:overflow-hidden max-desk:pr-2",
    column.align === "end" ? "text-right tabular-nums" : "text-left",
    column.fills && "w-[99%] max-w-0 min-w-32 truncate",
    ROOM[column.room ?? "phone"],
  );
}
