"use client";

import { useZone } from "@/components/table/use-zone";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { useNow } from "@/lib/client/clock";
import { AMBIENT_NOTE, entryEvidence } from "@/lib/format/entry-evidence";
import type { SeenEntry } from "./use-last-seen";

/** Why the verdict is what it is: each line names the field it rests on. */
export function EntryEvidence({ row, detail }: SeenEntry) {
  const now = useNow();
  const zone = useZone();
  return (
    <Section name="evidence" title="Why">
      <Facts>
        {entryEvidence(row, detail, now, zone).map(({ term, field, value, meaning }) => (
          <Fact key={term} field={term} name={term}>
            {field !== "" && <code className="text-ink-2">{field} </code>}
            {value !== "" && <code className="text-ink">{value}</code>}
            {(field !== "" || value !== "") && <span className="text-ink-3"> · </span>}
            {meaning}
          </Fact>
        ))}
      </Facts>
      <p
        className="mt-2 text-s text-ink-3"
        data-max-age={detail.maxConnectionAge.kind}
        data-max-age-ms={detail.maxConnectionAge.value ?? undefined}
        data-source={detail.maxConnectionAge.source}
        data-replicas={detail.replicasKind}
        data-ready-reason={detail.replica?.readyReason || undefined}
        data-deleting-at={detail.replica?.deletingAt ?? undefined}
      >
        {AMBIENT_NOTE} The maximum age of connections is {wordOf(detail.maxConnectionAge.kind)}: {detail.maxConnectionAge.source}.
      </p>
    </Section>
  );
}

function wordOf(kind: "known" | "assumed" | "denied"): string {
  return kind === "denied" ? "not visible" : kind;
}
