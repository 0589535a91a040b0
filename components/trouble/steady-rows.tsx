"use client";

import { clsx } from "clsx";
import { type ReactNode, useState } from "react";

/** Classes with the heights of one to twelve rows. On a phone a row has a name and two lines. The content security policy forbids style attributes in server HTML. */
const ROOMS = [
  ...["min-h-[30px] max-desk:min-h-[73px]", "min-h-[60px] max-desk:min-h-[146px]", "min-h-[90px] max-desk:min-h-[219px]"],
  ...["min-h-[120px] max-desk:min-h-[292px]", "min-h-[150px] max-desk:min-h-[365px]", "min-h-[180px] max-desk:min-h-[438px]"],
  ...["min-h-[210px] max-desk:min-h-[511px]", "min-h-[240px] max-desk:min-h-[584px]", "min-h-[270px] max-desk:min-h-[657px]"],
  ...["min-h-[300px] max-desk:min-h-[730px]", "min-h-[330px] max-desk:min-h-[803px]", "min-h-[360px] max-desk:min-h-[876px]"],
];

interface RowRoomProps {
  readonly list: string;
  /** The number of rows, or of text lines if there are no rows. */
  readonly rows: number;
  readonly children?: ReactNode;
}

/**
 * A list that keeps the height of its largest number of rows, so that content below stays in place when rows disappear. `list`: the identity of the
 * list.
 */
export function NonShrinkingList({ list, rows, children }: RowRoomProps) {
  const [most, setMost] = useState({ list, rows });
  const kept = most.list === list ? Math.max(most.rows, rows) : rows;
  if (most.list !== list || most.rows !== kept) setMost({ list, rows: kept });
  return <div className={clsx(ROOMS[Math.min(Math.max(kept, 1), ROOMS.length) - 1])}>{children}</div>;
}
