"use client";

import { usePathname } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { useTypedText } from "@/lib/client/use-typed-text";
import type { HistoryWindow } from "@/lib/contract/url/history-window";
import { formatFieldTime, parseFieldTime, timeFieldError } from "./field-time";
import { TimeField } from "./time-field";

const WHICH = ["from", "to"] as const;

/** The shortest accepted range, in milliseconds. */
const SHORTEST_MS = 10_000;

interface CustomWindowFormProps {
  /** The window in the URL. Text typed for one window must not appear for another. */
  readonly shown: string;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (window: HistoryWindow) => void;
}

/** Form for a custom time range, in the time zone of the page. */
export function CustomWindowForm({ shown, from, to, onChoose }: CustomWindowFormProps) {
  const zone = useZone();
  // A window that ends now moves while the user types. The fields keep the values from when the form opened.
  const [opened] = useState({ from: formatFieldTime(from, zone), to: formatFieldTime(to, zone) });
  const form = ["window", usePathname(), shown, zone] as const;
  const typed = { from: useTypedText([...form, "from"], opened.from), to: useTypedText([...form, "to"], opened.to) };
  const [problem, setProblem] = useState<{ readonly field: (typeof WHICH)[number]; readonly words: string } | null>(null);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = WHICH.map((name) => [name, timeFieldError(name, typed[name].text, zone)] as const).find(([, words]) => words !== "");
    if (wrong !== undefined) return setProblem({ field: wrong[0], words: wrong[1] });
    const window = { kind: "between", from: parseFieldTime(typed.from.text, zone), to: parseFieldTime(typed.to.text, zone) } as const;
    if (window.to - window.from < SHORTEST_MS) return setProblem({ field: "to", words: "“to” has to be ten seconds or more after “from”." });
    typed.from.forget();
    typed.to.forget();
    onChoose(window);
  };
  return (
    <form onSubmit={submit} className="grid gap-2.5">
      {WHICH.map((which) => (
        <TimeField
          key={which}
          name={which}
          value={typed[which].text}
          onChange={typed[which].type}
          problemId={problem?.field === which ? id : null}
          className="grid grid-cols-[3rem_minmax(0,1fr)] text-s"
        />
      ))}
      {problem !== null && (
        <p id={id} role="alert" className="max-w-64 text-s text-bad">
          {problem.words}
        </p>
      )}
      <div className="flex items-center justify-between gap-2">
        <span className="text-xs text-ink-3">{zone === "utc" ? "in UTC" : "in this browser's time"}</span>
        <Button type="submit">Show</Button>
      </div>
    </form>
  );
}
