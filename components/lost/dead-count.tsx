import { formatNumber } from "@/lib/format/text/numbers";

interface DeadCountProps {
  readonly row: { readonly dead: number; readonly heldByLost: number };
  readonly title: string;
}

/** Dead endpoints that callers are sent at the chosen moment, and of these the machines that died with their replica. */
export function DeadCount({ row: { dead, heldByLost }, title }: DeadCountProps) {
  if (dead === 0) return <span className="text-ink-3">0</span>;
  const held = Math.min(dead, heldByLost);
  return (
    <span title={title} data-dead={dead} data-held={held} className="whitespace-nowrap text-warn tabular-nums">
      {formatNumber(dead)}
      {held > 0 && <span className="text-ink-3"> ({formatNumber(held)} with istiod)</span>}
    </span>
  );
}
