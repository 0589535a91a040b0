import type { ReactNode } from "react";
import { formatNumber } from "@/lib/format/text/numbers";

interface NewestFirstTableProps<R> {
  /** The value of `data-table`, for tests. */
  readonly name: string;
  readonly caption: string;
  readonly heads: readonly { readonly name: string; readonly num?: boolean }[];
  /** The rows of the table, newest first. */
  readonly rows: readonly R[];
  /** Limits the rows. A user who needs older rows chooses a shorter window. */
  readonly most: number;
  readonly rowOf: (row: R) => ReactNode;
}

/** The table of a chart, newest row first. It states how many rows it leaves out. */
export function NewestFirstTable<R>({ name, caption, heads, rows, most, rowOf }: NewestFirstTableProps<R>) {
  return (
    <div className="mt-2 overflow-x-clip">
      <table data-table={name} className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ name: head, num }) => (
              <th key={head} scope="col" className={num ? "num" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.slice(0, most).map(rowOf)}</tbody>
      </table>
      {rows.length > most && (
        <p className="mt-2 text-s text-ink-3">
          The newest {most} of {formatNumber(rows.length)}: a shorter window shows the others.
        </p>
      )}
    </div>
  );
}
