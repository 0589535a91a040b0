"use client";

import { Section } from "@/components/ui/section";
import { useActivity } from "@/lib/client/history";
import { Link } from "@/lib/client/page-link";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { TransitionType } from "@/lib/domain/history/transition";
import { nothingOfIt } from "@/lib/format/activity-sentence";
import { ActivityLines } from "./activity-lines";
import { ActivityTable } from "./activity-table";

interface ObjectActivityProps {
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
}

const TYPES: readonly TransitionType[] = ["service-created", "service-changed", "service-deleted", "finding-appeared", "finding-resolved"];
const KINDS = { Service: "service", ServiceEntry: "serviceentry" } as const;

/** What happened to one Service or ServiceEntry in the last week, by its kind and whole name, newest first. */
export function ObjectActivity({ cluster, kind, namespace, name }: ObjectActivityProps) {
  const { value, problem } = useActivity({ cluster: [cluster], ns: [namespace], name, type: TYPES, limit: 100 }, "7d");
  const rows = value?.rows.filter((row) => row.kind === KINDS[kind] || (row.kind === "finding" && row.about?.kind === kind)) ?? [];
  return (
    <Section name="activity" title="Activity" aside={<Link href={pagePaths.activity(`ns=${encodeSegment(namespace)}`)}>all of {namespace}</Link>}>
      {value === null && (
        <p data-reading={problem === null ? "history" : undefined} className={`mt-2.5 ${problem === null ? "text-ink-3" : "text-blind"}`}>
          {problem ?? "Reading what is remembered"}
        </p>
      )}
      {value !== null && rows.length === 0 && <p className="mt-2.5 text-ink-2">{nothingOfIt(value.recorded)}</p>}
      {value !== null && rows.length > 0 && (
        <div className="overflow-x-auto">
          <ActivityTable label="What happened to it, newest first">
            <ActivityLines answer={{ ...value, rows }} before={null} plain={false} />
          </ActivityTable>
        </div>
      )}
    </Section>
  );
}
