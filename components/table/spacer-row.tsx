/** How tall a row is (`--row`), taken until a row is measured, so that what stands below a long list does not move then. */
const DESK_ROW_PX = 30;
const PHONE_ROW_PX = 44;

interface SpacerRowProps {
  readonly rows: number;
  /** 0 = not measured yet. */
  readonly rowPx: number;
  readonly columns: number;
}

/**
 * Takes the place of rows that are not drawn. Screen readers pass over it, as each drawn row says its place in the list. The height is an attribute:
 * the page's policy allows no style in the server's HTML. The server does not know the width of a screen: until a row is measured there are two cells, and the stylesheet hides one.
 */
export function SpacerRow({ rows, rowPx, columns }: SpacerRowProps) {
  if (rows <= 0) return null;
  const cell = (px: number, className?: string) => <td height={Math.round(rows * px)} colSpan={columns} className={className} />;
  return (
    <tr aria-hidden>
      {rowPx > 0 ? (
        cell(rowPx)
      ) : (
        <>
          {cell(DESK_ROW_PX, "max-desk:hidden")}
          {cell(PHONE_ROW_PX, "desk:hidden")}
        </>
      )}
    </tr>
  );
}
