"use client";

import { type FormEvent, useId, useState } from "react";
import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { ChipButton } from "@/components/ui/chip";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { HistoryWindow } from "@/lib/contract/history-window";
import { fieldTime, parseFieldTime } from "./field-time";

/** The shortest window that is worth drawing, in milliseconds. */
const SHORTEST_MS = 10_000;

interface WindowFieldsProps {
  /** True where two moments are in force. */
  readonly on: boolean;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (window: HistoryWindow) => void;
}

/** Two moments to type, for whoever does not drag over the plot. */
export function WindowFields({ on, from, to, onChoose }: WindowFieldsProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <ChipButton on={on} aria-label={on ? "A window of your own, in force" : "A window of your own"}>
          from–to
        </ChipButton>
      </PopoverTrigger>
      <PopoverContent aria-label="A window of your own" align="end">
        <Fields
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

function Fields({ from, to, onChoose }: Omit<WindowFieldsProps, "on">) {
  const zone = useZone();
  const [typed, setTyped] = useState({ from: fieldTime(from, zone), to: fieldTime(to, zone) });
  const [problem, setProblem] = useState("");
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const window = { kind: "between", from: parseFieldTime(typed.from, zone), to: parseFieldTime(typed.to, zone) } as const;
    if (!(window.to - window.from >= SHORTEST_MS)) return setProblem("The end is ten seconds or more after the beginning.");
    onChoose(window);
  };
  return (
    <form onSubmit={submit} className="grid gap-2.5">
      {(["from", "to"] as const).map((which) => (
        <label key={which} className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-2 text-s text-ink-2">
          {which}
          <input
            type="datetime-local"
            step={1}
            required
            value={typed[which]}
            onChange={(event) => setTyped({ ...typed, [which]: event.target.value })}
            aria-describedby={problem === "" ? undefined : id}
            aria-invalid={problem !== ""}
            className="h-8 min-w-0 rounded-control border border-line-2 bg-paper px-2 font-mono text-s text-ink max-desk:h-11"
          />
        </label>
      ))}
      {problem !== "" && (
        <p id={id} role="alert" className="text-s text-bad">
          {problem}
        </p>
      )}
      <div className="flex items-center justify-between gap-2">
        <span className="text-xs text-ink-3">{zone === "utc" ? "in UTC" : "in this browser's time"}</span>
        <Button type="submit">Show</Button>
      </div>
    </form>
  );
}
