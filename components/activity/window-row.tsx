"use client";

import { presetWindowName, windowPickerValue } from "@/components/timeline/state-chart-values";
import { WindowPicker } from "@/components/timeline/window-picker";
import type { HistoryWindow } from "@/lib/contract/url/history-window";

interface WindowRowProps {
  readonly asked: HistoryWindow | null;
  readonly span: { readonly from: number; readonly to: number };
  readonly onChoose: (window: HistoryWindow | null) => void;
}

/** How far back the log is read. */
export function WindowRow({ asked, span, onChoose }: WindowRowProps) {
  const name = asked?.kind === "between" ? null : (asked?.name ?? presetWindowName(span));
  return (
    <div className="mt-[26px]">
      <WindowPicker window={windowPickerValue(asked, name)} from={span.from} to={span.to} onChoose={onChoose} />
    </div>
  );
}
