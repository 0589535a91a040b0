"use client";

import { useLayoutEffect, useRef } from "react";

interface SpacerRowProps {
  readonly rows: number;
  readonly rowPx: number;
  readonly columns: number;
}

/** The height of rows that are not drawn. It is set on the element after mounting: the page's policy allows no style attributes. */
export function SpacerRow({ rows, rowPx, columns }: SpacerRowProps) {
  const cell = useRef<HTMLTableCellElement>(null);
  const heightPx = Math.round(rows * rowPx);
  useLayoutEffect(() => {
    if (cell.current !== null) cell.current.style.height = `${heightPx}px`;
  }, [heightPx]);
  if (heightPx === 0) return null;
  return (
    <tr>
      <td ref={cell} colSpan={columns} />
    </tr>
  );
}
