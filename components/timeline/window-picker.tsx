"use client";

import { ChipButton } from "@/components/ui/chip";
import { CHART_WINDOW_NAMES, formatWindow, type HistoryWindow, type WindowName } from "@/lib/contract/url/history-window";
import { CustomWindowButton } from "./custom-window-button";

interface WindowPickerProps {
  /** The selected window; null = the whole history. */
  readonly window: HistoryWindow | null;
  /** Start and end of the selected window, in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly onChoose: (window: HistoryWindow | null) => void;
  /** The preset lengths with a button. */
  readonly names?: readonly WindowName[];
  /** The label of the page's default window. `isOwn`: it is selected. */
  readonly ownName?: string;
  readonly isOwn?: boolean;
}

/** Buttons for preset lengths, a custom range and the default window. */
export function WindowPicker({ window, from, to, onChoose, names = CHART_WINDOW_NAMES, ownName, isOwn = false }: WindowPickerProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="sr-only">How far back</legend>
      {ownName !== undefined && (
        <ChipButton on={isOwn} aria-pressed={isOwn} onClick={() => onChoose(null)}>
          {ownName}
        </ChipButton>
      )}
      {names.map((name) => {
        const on = !isOwn && window?.kind === "last" && window.name === name;
        return (
          <ChipButton key={name} on={on} aria-pressed={on} onClick={() => onChoose({ kind: "last", name })}>
            {name}
          </ChipButton>
        );
      })}
      <CustomWindowButton
        key={`${window?.kind}${window?.kind === "between" ? `${from} ${to}` : ""}`}
        shown={window === null ? "" : formatWindow(window)}
        on={window?.kind === "between"}
        from={from}
        to={to}
        onChoose={onChoose}
      />
      {ownName === undefined && window?.kind === "between" && <ChipButton onClick={() => onChoose(null)}>reset</ChipButton>}
    </fieldset>
  );
}
