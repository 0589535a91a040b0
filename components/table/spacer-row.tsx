/** How tall a row is at a desk (`--row`). It is taken until a row is measured, so that what stands below a long list does not move then. */
const DESK_ROW_PX = 30;

interface SpacerRowProps {
  readonly rows: number;
  /** 0 = not measured yet. */
  readonly rowPx: number;
  readonly columns: number;
}

/**
 * Takes the place of rows that are not drawn. Screen readers pass over it, as each drawn row says its place in the list. The height is an attribute:
 * the page's policy allows no style in the server's HTML.
 */
export function SpacerRow({ rows, rowPx, columns }: SpacerRowProps) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td height={Math.round(rows * (rowPx || DESK_ROW_PX))} colSpan={columns} />
    </tr>
  );
}
