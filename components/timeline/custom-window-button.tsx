"use client";

import { useState } from "react";
import { ChipButton } from "@/components/ui/chip";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Popover, PopoverContent, PopoverTrigger, popoverWith } from "@/components/ui/popover";
import type { HistoryWindow } from "@/lib/contract/url/history-window";

const loadForm = partLoader(() => import("./custom-window-form"));
const load = popoverWith(loadForm);
const CustomWindowForm = lazyPart(loadForm, (loaded) => loaded.CustomWindowForm);

interface CustomWindowButtonProps {
  /** The window in the URL, as `window=` spells it; "" = the whole history. */
  readonly shown: string;
  /** True if the window is a custom range. */
  readonly on: boolean;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (window: HistoryWindow) => void;
}

/** The button "from–to" and its form for a custom time range. */
export function CustomWindowButton({ shown, on, from, to, onChoose }: CustomWindowButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover load={load} open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <ChipButton on={on} aria-label={on ? "A window of your own, in force" : "A window of your own"}>
          from–to
        </ChipButton>
      </PopoverTrigger>
      <PopoverContent aria-label="A window of your own" align="end">
        <CustomWindowForm
          shown={shown}
          from={from}
          to={to}
          onChoose={(window) => {
            setOpen(false);
            onChoose(window);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
