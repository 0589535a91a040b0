import type { GroupRow } from "@/lib/contract/views/groups";
import { lastSeenGroups } from "@/lib/format/reached-clusters";

/** States that the last `count` rows are not current. */
export function StaleRows({ rows, count }: { readonly rows: readonly GroupRow[]; readonly count: number }) {
  if (count === 0) return null;
  const clusters = new Set(rows.slice(-count).map(({ cluster }) => cluster));
  return (
    <p data-stale-rows={count} className="mt-2.5 text-s text-blind">
      {lastSeenGroups(count, [...clusters])}
    </p>
  );
}
