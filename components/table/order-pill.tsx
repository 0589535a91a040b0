import { clsx } from "clsx";
import { orderChangesText } from "@/lib/format/order-words";
import type { RowOrder } from "./use-row-order";

interface OrderPillProps {
  readonly order: Pick<RowOrder<unknown>, "changes" | "show">;
  readonly className?: string;
}

/** The number of changes that wait for a list to take its new order, and the button for it. Its container reserves the room. */
export function OrderPill({ order: { changes, show }, className }: OrderPillProps) {
  return (
    <span role="status">
      {changes > 0 && (
        <button
          type="button"
          data-updates={changes}
          onClick={show}
          className={clsx(
            "pointer-events-auto h-7 rounded-full bg-accent-soft px-3 text-s whitespace-nowrap text-accent tabular-nums hover:underline max-desk:h-11",
            className,
          )}
        >
          {orderChangesText(changes)} · <span className="underline">show</span>
        </button>
      )}
    </span>
  );
}
