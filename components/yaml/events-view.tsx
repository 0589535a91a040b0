"use client";

import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Age } from "@/components/table/times";
import { Detail } from "@/components/ui/details";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { TableHeads } from "@/components/ui/table-heads";
import { type Answer, useRenewedAnswer } from "@/lib/client/use-answer";
import { useViewer } from "@/lib/client/viewer";
import { ObjectEvents } from "@/lib/contract/answers/answers";
import { accountForReads } from "@/lib/contract/answers/session";
import { apiPaths, type ResourceWithPage } from "@/lib/contract/url/paths";
import { readAsWords } from "@/lib/format/session-words";
import { plural } from "@/lib/format/text/numbers";
import { OfNow } from "./of-now";

interface EventsViewProps {
  readonly cluster: string;
  readonly resource: ResourceWithPage;
  readonly namespace: string;
  readonly name: string;
}

/** The Kubernetes Events of one object. There are mostly none, and the page says why. */
export function EventsView(props: EventsViewProps) {
  return <EventsSection answer={useObjectEvents(props)} />;
}

/** The same as a folded row, whose line has the number of events. */
export function EventsDetail(props: EventsViewProps) {
  const answer = useObjectEvents(props);
  return (
    <Detail name="events" title="Events" line={<EventsLine answer={answer} />}>
      <EventsSection answer={answer} />
    </Detail>
  );
}

/** Null = a display that nobody signs in to, which reads no single object. */
type EventsAnswer = Answer<ObjectEvents> | null;

function useObjectEvents({ cluster, resource, namespace, name }: EventsViewProps): EventsAnswer {
  const isRead = useViewer().signIn !== "kiosk";
  const answer = useRenewedAnswer(isRead ? apiPaths.events(cluster, resource, namespace, name) : null, ObjectEvents);
  return isRead ? answer : null;
}

function EventsLine({ answer }: { readonly answer: EventsAnswer }) {
  if (answer === null) return "not read on this display";
  if (answer.kind === "waiting") return "reading events";
  if (answer.kind === "refused") return <span className="text-blind">not readable: {answer.problem}</span>;
  const { events } = answer.value;
  if (events.length === 0) return "no Kubernetes events · istiod writes none for these objects";
  return (
    <>
      {plural(events.length, "Kubernetes event")} · {events[0]?.reason}
    </>
  );
}

function EventsSection({ answer }: { readonly answer: EventsAnswer }) {
  const viewer = useViewer();
  if (answer === null) {
    return (
      <Section name="events" title="Events">
        <p data-read-as={accountForReads(viewer)} className="mt-2.5 text-ink-2">
          {readAsWords(viewer)}
        </p>
      </Section>
    );
  }
  return (
    <Section name="events" title="Events" aside={answer.kind === "here" && answer.value.events.length > 0 ? String(answer.value.events.length) : undefined}>
      <OfNow />
      <NotRenewedLine answer={answer} />
      {answer.kind === "waiting" && <Skeleton rows={2} label="Reading events" />}
      {answer.kind === "refused" && (
        <Notice kind="denied" title="Events could not be read">
          {answer.problem}
        </Notice>
      )}
      {answer.kind === "here" && answer.value.events.length > 0 && <EventTable events={answer.value.events} />}
      <p data-events={answer.kind === "here" ? answer.value.events.length : undefined} className="mt-2.5 text-ink-2">
        {answer.kind === "here" && answer.value.events.length === 0 && "None. "}istiod writes no Kubernetes Events for these objects.
      </p>
    </Section>
  );
}

function EventTable({ events }: { readonly events: ObjectEvents["events"] }) {
  return (
    <table className="table">
      <caption className="sr-only">Events</caption>
      <TableHeads of={[["LAST SEEN", "num"], "TYPE", "REASON", "MESSAGE", ["FROM", "max-desk:hidden"]]} />
      <tbody>
        {events.map((event) => (
          <tr key={`${event.reason} ${event.lastSeen} ${event.source} ${event.message}`}>
            <td className="num text-ink-2">
              <Age at={event.lastSeen} />
            </td>
            <td className={event.type === "Warning" ? "text-warn" : "text-ink-2"}>{event.type}</td>
            <td>
              {event.reason}
              {event.count > 1 && <span className="text-ink-3"> ×{event.count}</span>}
            </td>
            <td className="wide" title={event.message}>
              {event.message}
            </td>
            <td className="font-mono text-s text-ink-2 max-desk:hidden">{event.source}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
