"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { WindowPicker } from "@/components/timeline/window-picker";
import { ChipButton } from "@/components/ui/chip";
import { useOfNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { formatWindow, type HistoryWindow, parseWindow, type WindowName, windowSpan } from "@/lib/contract/url/history-window";
import { minuteOf } from "@/lib/format/text/duration";

/** The lengths that are offered. */
const NAMES: readonly WindowName[] = ["24h", "7d", "30d"];

/** The window of time to which the list of incidents is narrowed. Without one it has all that are stored. A choice leads to the first page. */
export function IncidentsWindow() {
  const [pathname, search] = [usePathname(), useSearchParams()];
  const past = usePast();
  const minute = useOfNow(minuteOf);
  const shown = parseWindow(search.get("window") ?? "");
  const { from, to } = windowSpan(shown ?? { kind: "last", name: "24h" }, past ?? minute);
  const choose = (chosen: HistoryWindow | null) => {
    const next = new URLSearchParams(search);
    next.delete("before");
    if (chosen === null) next.delete("window");
    else next.set("window", formatWindow(chosen));
    window.history.pushState(null, "", next.size === 0 ? pathname : `${pathname}?${next}`);
  };
  return (
    <div data-controls="" className="mb-2.5 flex flex-wrap items-center gap-1.5 text-s">
      <ChipButton on={shown === null} aria-pressed={shown === null} onClick={() => choose(null)}>
        all
      </ChipButton>
      <WindowPicker window={shown} from={from} to={to} onChoose={choose} names={NAMES} />
    </div>
  );
}
