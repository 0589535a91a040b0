"use client";

import { statementAttributes } from "@/components/state/statement";
import { useOfNow } from "@/lib/client/clock";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { entryReasonStatement } from "@/lib/domain/statements/entry";
import type { Zone } from "@/lib/format/clock";
import { lossWords } from "@/lib/format/loss-words";
import { probeWhyOf, whyOf } from "@/lib/format/why";
import { Age } from "./times";
import { useZone } from "./use-zone";

/** The reason of the state of an entry, in a few words that follow the clock. The tooltip has the error of a probe in full. */
export function Why({ row }: { readonly row: EntryRow }) {
  const { reason, target, title } = useWhy(row);
  return (
    <span title={title} className="text-ink-2" {...statementAttributes(entryReasonStatement(row))}>
      {reason}
      {target !== "" && <span className="font-mono text-s text-ink-3"> · {target}</span>}
    </span>
  );
}

/** Since when, and why, in the one line that a phone has below the name. */
export function PhoneWhy({ row }: { readonly row: EntryRow }) {
  const { reason, target } = useWhy(row);
  return (
    <>
      <Age at={row.since} atLeast={row.sinceAtLeast} atMost={row.sinceNotBefore} />
      {reason !== "" && ` · ${reason}`}
      {target !== "" && ` · ${target}`}
    </>
  );
}

function useWhy(row: EntryRow): { readonly title: string; readonly reason: string; readonly target: string } {
  const zone = useZone();
  const title = useOfNow((now) => endingWords(row, now, zone) ?? whyOf(row, now));
  const { reason, target } = (row.ending === undefined ? probeWhyOf(row) : null) ?? { reason: title, target: "" };
  return { title, reason, target };
}

/** The end of a lost machine; null for a registered one. */
function endingWords({ ending, since, disconnectedAt, connection, controller, message }: EntryRow, now: number, zone: Zone): string | null {
  if (ending === undefined || since === null) return null;
  return lossWords({ ...ending, disconnectedAt, endedAt: since, row: { state: ending.lastState, connection, controller, message } }, now, zone);
}
