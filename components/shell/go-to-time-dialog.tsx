"use client";

import { type FormEvent, useId, useState } from "react";
import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { Dialog, FOCUS_FIRST } from "@/components/ui/dialog";
import { useServerNow } from "@/lib/client/clock";
import { usePast, useTravel } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import { lastNight, momentFields, parseMomentFields } from "@/lib/format/moment-fields";
import { HOUR_MS, SECOND_MS } from "@/lib/format/text/duration";
import { formatMoment } from "@/lib/format/time-ticks";

/** Open incidents come first, and the one that began last may be any of them, so that a full page of rows is needed. */
const LAST_INCIDENTS = { offset: 0, limit: 50 };

/** Dialog to show the page at another time: a typed one, or one of three suggestions. */
export function GoToTimeDialog({ onClose }: { readonly onClose: () => void }) {
  const zone = useZone();
  const now = useServerNow();
  const past = usePast();
  const travel = useTravel();
  const go = (at: number | null) => {
    onClose();
    travel(at);
  };
  return (
    <Dialog open onClose={onClose} title="Go to time" className="w-96">
      <div className="grid gap-4 p-4">
        <TimeForm start={past ?? now} now={now} onGo={go} />
        <ul className="border-t border-line pt-2">
          {past !== null && <Choice label="Back to live" onChoose={() => go(null)} />}
          <Choice label="1 hour ago" time={formatMoment(now - HOUR_MS, now, zone)} onChoose={() => go(now - HOUR_MS)} />
          <Choice label="Last night" time={formatMoment(lastNight(now, zone), now, zone)} onChoose={() => go(lastNight(now, zone))} />
          <LastIncident now={now} onGo={go} />
        </ul>
      </div>
    </Dialog>
  );
}

interface TimeFormProps {
  readonly start: number;
  readonly now: number;
  readonly onGo: (at: number) => void;
}

function TimeForm({ start, now, onGo }: TimeFormProps) {
  const zone = useZone();
  const id = useId();
  const [fields, setFields] = useState(() => momentFields(start, zone));
  const [problem, setProblem] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = parseMomentFields(fields, zone);
    if (at === null) return setProblem("Enter a date and a time.");
    if (at > now) return setProblem("This time is in the future.");
    onGo(at);
  };
  const common = {
    required: true,
    "aria-describedby": `${id}-problem`,
    className: "h-8 w-full rounded-control border border-line-2 bg-paper px-2 max-desk:h-11",
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
      <label className="grid gap-1 text-s text-ink-2">
        Date
        <input type="date" value={fields.date} onChange={({ target }) => setFields({ ...fields, date: target.value })} {...common} />
      </label>
      <label className="grid gap-1 text-s text-ink-2">
        Time, {zone === "utc" ? "UTC" : "local"}
        <input
          placeholder="03:12"
          autoComplete="off"
          value={fields.time}
          onChange={({ target }) => setFields({ ...fields, time: target.value })}
          {...FOCUS_FIRST}
          {...common}
        />
      </label>
      <Button type="submit" look="primary" className="h-8">
        Go
      </Button>
      <p id={`${id}-problem`} role="alert" className="col-span-full text-s text-bad empty:hidden">
        {problem}
      </p>
    </form>
  );
}

/** Suggests the start of the newest incident that the viewer may see. */
function LastIncident({ now, onGo }: { readonly now: number; readonly onGo: (at: number) => void }) {
  const zone = useZone();
  const { state } = useView("incidents", "", LAST_INCIDENTS);
  const last = state?.rows.reduce<number | null>((latest, { title }) => (latest === null || title.since > latest ? title.since : latest), null) ?? null;
  if (last === null) return null;
  // The URL has whole seconds. Rounding down would show the second before the first failure.
  const at = Math.ceil(last / SECOND_MS) * SECOND_MS;
  return <Choice label="Start of the last incident" time={formatMoment(at, now, zone)} onChoose={() => onGo(at)} />;
}

interface ChoiceProps {
  readonly label: string;
  readonly time?: string;
  readonly onChoose: () => void;
}

function Choice({ label, time, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-8 w-full items-center justify-between gap-4 rounded-small px-2 text-left hover:bg-hover max-desk:min-h-11"
      >
        {label}
        <span className="font-mono text-s text-ink-3">{time}</span>
      </button>
    </li>
  );
}
