import type { ReactNode } from "react";

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
      <thead>
        <tr>
          <th scope="col">time</th>
          <th scope="col">who</th>
          <th scope="col" className="max-desk:hidden">
            what happened
          </th>
          <th scope="col" className="max-desk:hidden">
            where
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
