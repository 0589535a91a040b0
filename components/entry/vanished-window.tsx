"use client";

import { useZone } from "@/components/table/use-zone";
import { useChartUrl } from "@/components/timeline/use-chart-url";
import { WindowPicker } from "@/components/timeline/window-picker";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { windowSpan } from "@/lib/contract/url/history-window";
import { DEFAULT_LOSS_WINDOW } from "@/lib/contract/url/lost-query";
import type { EntriesHead } from "@/lib/contract/views/entries";
import { minuteOf } from "@/lib/format/text/duration";
import { vanishedReach } from "@/lib/format/vanished-words";

/** Window picker of the list of lost machines, and the part of the window that was not recorded. */
export function LostMachinesWindow({ reach }: { readonly reach: NonNullable<EntriesHead["vanished"]> | null }) {
  const { asked, choose } = useChartUrl();
  const zone = useZone();
  const past = usePast();
  const minute = useOfNow(minuteOf);
  const window = asked ?? DEFAULT_LOSS_WINDOW;
  const { from, to } = reach ?? windowSpan(window, past ?? minute);
  const words = reach === null ? "" : vanishedReach(reach, zone);
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-s">
      <WindowPicker window={window} from={from} to={to} onChoose={choose} />
      {words !== "" && (
        <p data-recorded-since={reach?.recorded.since ?? undefined} className="text-ink-3">
          {words}
        </p>
      )}
    </div>
  );
}
