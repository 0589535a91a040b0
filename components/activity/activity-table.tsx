import type { ReactNode } from "react";
import { TableHeads } from "@/components/ui/table-heads";

interface ActivityTableProps {
  /** What the table is called. */
  readonly label: string;
  /** The lines, newest first. */
  readonly children: ReactNode;
}

/** Lines of the log under their heads. */
export function ActivityTable({ label, children }: ActivityTableProps) {
  return (
    <table className="table" aria-label={label}>
      <TableHeads of={["time", "who", ["what happened", "max-desk:hidden"], ["where", "max-desk:hidden"]]} />
      <tbody>{children}</tbody>
    </table>
  );
}
