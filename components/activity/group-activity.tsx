"use client";

import { useZone } from "@/components/table/use-zone";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useActivity } from "@/lib/client/history";
import { Link } from "@/lib/client/page-link";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { groupActivityLine, nothingOfIt } from "@/lib/format/activity-sentence";
import { ActivityLines } from "./activity-lines";
import { ActivityTable } from "./activity-table";
import { isRoutine, TOLD_TYPES } from "./routine";

interface GroupActivityProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** The newest changes that a page shows. */
const MOST = 50;

/** The changes of a group and its machines in the last day, newest first, without routine reconnects. */
function useGroupActivity({ cluster, namespace, name }: GroupActivityProps) {
  const { value, problem } = useActivity({ cluster: [cluster], ns: [namespace], group: name, type: TOLD_TYPES, limit: MOST }, "24h");
  return { answer: value === null ? null : { ...value, rows: value.rows.filter((row) => !isRoutine(row)) }, problem };
}

/** The number of changes and the newest one, for the folded row. */
export function GroupActivityLine(props: GroupActivityProps) {
  const { answer, problem } = useGroupActivity(props);
  const zone = useZone();
  const line = useOfNow((now) => (answer === null ? "" : groupActivityLine(answer.rows, answer.next !== null, now, zone)));
  if (answer === null && problem !== null) return <span className="text-blind">{problem}</span>;
  return line;
}

/** The changes as a table, with a link to all changes of the namespace. */
export function GroupActivity(props: GroupActivityProps) {
  const { answer, problem } = useGroupActivity(props);
  const { namespace, name } = props;
  return (
    <Section
      name="activity"
      title="Activity"
      aside={<Link href={pagePaths.activity(`ns=${encodeSegment(namespace)}&group=${encodeSegment(name)}`)}>all of {name}</Link>}
    >
      {answer === null && (
        <p data-reading={problem === null ? "history" : undefined} className={problem === null ? "text-ink-3" : "text-blind"}>
          {problem ?? "Reading the history"}
        </p>
      )}
      {answer !== null && answer.rows.length === 0 && <p className="text-ink-2">{nothingOfIt(answer.recorded)}</p>}
      {answer !== null && answer.rows.length > 0 && (
        <div className="overflow-x-auto">
          <ActivityTable label="Changes of the group and its machines, newest first">
            <ActivityLines answer={answer} before={null} plain />
          </ActivityTable>
        </div>
      )}
    </Section>
  );
}
