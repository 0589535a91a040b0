/** How tall a row is at a desk (`--row`): taken until one is measured, so that what stands below a long list is where it stays. */
const DESK_ROW_PX = 30;

interface SpacerRowProps {
  readonly rows: number;
  /** 0 = not measured yet. */
  readonly rowPx: number;
  readonly columns: number;
}

/** The height of rows that are not drawn; nothing to the ear, as each drawn row says its place. It is an attribute, as the page's policy allows no style in the server's HTML. */
export function SpacerRow({ rows, rowPx, columns }: SpacerRowProps) {
  if (rows <= 0) return null;
  return (
    <tr aria-hidden>
      <td height={Math.round(rows * (rowPx || DESK_ROW_PX))} colSpan={columns} />
    </tr>
  );
}
