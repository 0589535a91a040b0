"use client";

import { useZone } from "@/components/table/use-zone";
import { TableHeads } from "@/components/ui/table-heads";
import { useNow } from "@/lib/client/clock";
import type { AuditRow } from "@/lib/contract/answers/audit";
import { auditIds, auditPlace, auditResult, auditWho } from "@/lib/format/audit-words";
import { oneLine } from "@/lib/format/text/lists";
import { formatMoment } from "@/lib/format/time-ticks";

/** Commands, newest first. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const zone = useZone();
  const now = useNow();
  return (
    <table className="table mt-2" aria-label="Commands that were given">
      <TableHeads of={["time", "who", "command", "result", ["where", "max-desk:hidden"], ["fields", "max-desk:hidden"]]} />
      <tbody>
        {rows.map((row, index) => {
          // A line has no other name than its place: the page is made anew for each question.
          const place = index + 1;
          return <AuditLine key={place} row={row} when={formatMoment(row.at, now, zone)} />;
        })}
      </tbody>
    </table>
  );
}

function AuditLine({ row, when }: { readonly row: AuditRow; readonly when: string }) {
  const who = oneLine(auditWho(row));
  const where = oneLine(auditPlace(row));
  return (
    <tr className="max-desk:[&>td]:py-1.5">
      <td className="font-mono text-s text-ink-2">{when}</td>
      <td>
        <span className="inline-block max-w-56 truncate align-middle max-desk:max-w-24" title={who}>
          {who}
        </span>
      </td>
      <td className="whitespace-normal">
        {row.command}
        {row.mode === "dry run" && <span className="text-ink-3"> · dry run</span>}
        <span className="hidden text-s wrap-anywhere text-ink-2 max-desk:block">{where}</span>
      </td>
      <td
        className={row.result === "done" || row.mode === "dry run" ? "whitespace-normal" : "whitespace-normal text-bad"}
        title={oneLine(auditIds(row)) || undefined}
      >
        {oneLine(auditResult(row))}
      </td>
      <td className="font-mono text-s text-ink-2 max-desk:hidden">{where}</td>
      <td className="wide font-mono text-s text-ink-2 max-desk:hidden" title={oneLine(row.fields)}>
        {oneLine(row.fields)}
      </td>
    </tr>
  );
}
