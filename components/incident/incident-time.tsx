"use client";

import { createContext, type ReactNode, useContext } from "react";
import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { formatDateTime } from "@/lib/format/clock";
import { incidentTimeForm, momentText, type TextTime } from "@/lib/format/incident-page";
import { hourOf } from "@/lib/format/text/duration";

/** Without a page, moments of today have no date. */
const Began = createContext<number | null>(null);

interface IncidentTimesProps {
  /** The moment at which the incident began. Milliseconds. */
  readonly began: number;
  readonly children: ReactNode;
}

/** Gives all moments of the page of an incident one form: with the date if it began on another day. */
export function IncidentMoments({ began, children }: IncidentTimesProps) {
  return <Began value={began}>{children}</Began>;
}

/** Returns a function that makes the time of a text from the moment of now. Milliseconds. */
export function useTextTime(): (now: number) => TextTime {
  const began = useContext(Began);
  const zone = useZone();
  return (now) => ({ now, zone, form: began === null ? "clock" : incidentTimeForm(began, now, zone) });
}

/** Returns the time of a text whose durations are longer than an hour. It changes once an hour. */
export function useHourlyTextTime(): TextTime {
  const timeAt = useTextTime();
  return timeAt(useOfNow(hourOf));
}

/** A moment in the form of the page; with its date and time zone on hover. Milliseconds. */
export function IncidentMoment({ at }: { readonly at: number }) {
  const time = useHourlyTextTime();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, time.zone)}>
      {momentText(at, time)}
    </time>
  );
}
