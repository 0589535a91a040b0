"use client";

import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import { REPORT_WARNING } from "@/lib/format/entry-evidence";
import type { EntryDetail } from "./use-last-seen";

/** The Healthy condition as it is stored. */
export function EntryHealth({ detail: { health } }: { readonly detail: EntryDetail }) {
  return (
    <Section name="reported-health" title="Reported health">
      {health === null ? (
        <p className="mt-2.5 text-ink-2">Nothing was reported: the status has no condition of type Healthy.</p>
      ) : (
        <>
          <div className="overflow-x-auto">
            <table className="table">
              <caption className="sr-only">The condition Healthy as stored</caption>
              <TableHeads of={["CONDITION", "STATUS", "MESSAGE", "LAST REPORTED", "LAST TRANSITION"]} />
              <tbody>
                <tr>
                  <td>Healthy</td>
                  <td className={health.status === "False" ? "font-medium text-bad" : ""}>{health.status || "—"}</td>
                  <td className="wide" title={health.message}>
                    {health.message || "—"}
                  </td>
                  <td className="font-mono text-s text-ink-2">{health.lastProbeTime ?? "—"}</td>
                  <td className="font-mono text-s text-ink-2">{health.lastTransitionTime ?? "—"}</td>
                </tr>
              </tbody>
            </table>
          </div>
          <p className="mt-2 text-s text-ink-3">{REPORT_WARNING}</p>
        </>
      )}
    </Section>
  );
}
