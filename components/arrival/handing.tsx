"use client";

import { useSyncExternalStore } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow } from "@/lib/contract/views/groups";
import { alertRule, runbookText } from "@/lib/format/arrival-words";
import { formatNumber } from "@/lib/format/text/numbers";

interface HandingProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly row: GroupRow | null;
}

/** How many are here of those that should be, and what to hand over. */
export function Handing({ cluster, namespace, name, row }: HandingProps) {
  const expected = row?.rollUp.expected ?? null;
  const origin = useSyncExternalStore(noChange, ownOrigin, () => "");
  const address = `${origin}${pagePaths.group(cluster, namespace, name)}`;
  const rule = alertRule({ namespace, group: name, expected, address });
  const runbook = runbookText({ namespace, group: name, address });
  return (
    <>
      {row !== null && (
        <Section
          name="handover"
          title={
            expected === null
              ? `${formatNumber(row.rollUp.total)} here`
              : `${formatNumber(row.rollUp.total)} of ${formatNumber(Math.max(expected, row.rollUp.fullTotal))}`
          }
          aside={expected === null ? "no size is known" : "expected"}
        >
          <p className="mt-2 text-s text-ink-2">You may leave: this page is part of the group, and says the same tomorrow.</p>
        </Section>
      )}
      <Section name="alert-rule" title="Alert rule" aside={<CopyButton text={rule} label="Copy the alert rule" />}>
        <pre className="mt-2 bg-sunken p-2.5 font-mono text-s whitespace-pre-wrap wrap-anywhere">{rule}</pre>
      </Section>
      <Section name="runbook" title="Runbook" aside={<CopyButton text={runbook} label="Copy the runbook" />}>
        <pre className="mt-2 bg-sunken p-2.5 font-mono text-s whitespace-pre-wrap wrap-anywhere">{runbook}</pre>
      </Section>
    </>
  );
}

/** Where this page is served from: known in a browser alone. */
function ownOrigin(): string {
  return window.location.origin;
}

function noChange(): () => void {
  return () => undefined;
}
