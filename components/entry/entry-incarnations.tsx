"use client";

import { Moment } from "@/components/table/times";
import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import { Link } from "@/lib/client/page-link";
import type { TimelineAnswer } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import { causeWords } from "@/lib/format/cause-words";
import { isEndPlanned } from "@/lib/format/loss-words";
import { plural } from "@/lib/format/text/numbers";
import { type EntryName, useEntryTimeline } from "./entry-timeline";

/** Who has had this name: a name is made of group, address and network, so that another machine may get it. Nothing where there was only one. */
export function EntryIncarnations({ shownUid, ...entry }: EntryName & { readonly shownUid: string }) {
  const { value } = useEntryTimeline(entry);
  if (value === null || value.incarnations.length < 2) return null;
  return (
    <Section name="incarnations" title="Who has had this name" aside={`${plural(value.incarnations.length, "entry", "entries")}, newest first`}>
      <p className="mt-2 max-w-[62em] text-ink-2">
        The name is made of the group, the address and the network: whoever gets the address gets the name. Each of them is an entry of its own.
      </p>
      <div className="overflow-x-auto">
        <table className="table">
          <caption className="sr-only">Entries that have had this name</caption>
          <TableHeads of={["uid", "from", "until", "how it ended"]} />
          <tbody>
            {value.incarnations.map((incarnation) => (
              <IncarnationRow key={incarnation.uid} entry={entry} incarnation={incarnation} shownUid={shownUid} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

interface IncarnationRowProps {
  readonly entry: EntryName;
  readonly incarnation: TimelineAnswer["incarnations"][number];
  readonly shownUid: string;
}

function IncarnationRow({ entry, incarnation, shownUid }: IncarnationRowProps) {
  const { uid, from, fromAtLeast, endedAt, notBefore, cause } = incarnation;
  return (
    <tr aria-current={uid === shownUid ? "true" : undefined}>
      <td className="font-mono text-s">
        {uid === shownUid ? <b className="font-medium">{uid}</b> : <Link href={pagePaths.entry(entry.cluster, entry.namespace, entry.name, uid)}>{uid}</Link>}
        {uid === shownUid && <span className="font-sans text-ink-3"> this one</span>}
      </td>
      <td>
        {fromAtLeast && "≤ "}
        <Moment at={from} />
      </td>
      <td>{endedAt === null ? <span className="text-ink-3">is there</span> : <Between at={endedAt} notBefore={notBefore} />}</td>
      <td className="wide text-ink-2">{endedAt === null ? "" : `${causeWords(cause)}${isEndPlanned(cause) ? ", planned" : ""}`}</td>
    </tr>
  );
}

/** A moment, or the while in which it fell where nobody saw it. */
export function Between({ at, notBefore }: { readonly at: number; readonly notBefore: number | null }) {
  if (notBefore === null) return <Moment at={at} />;
  return (
    <>
      between <Moment at={notBefore} /> and <Moment at={at} />
    </>
  );
}
