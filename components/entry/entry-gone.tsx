"use client";

import { Crumbs } from "@/components/table/crumbs";
import { Moment } from "@/components/table/times";
import { buttonClass } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Headline, Of } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { useFreshness, useStatus } from "@/lib/client/status";
import { formatListQuery, parseTerms } from "@/lib/contract/list-query";
import { pagePaths } from "@/lib/contract/paths";
import { absenceReason } from "@/lib/format/absence";
import { stateWords } from "@/lib/format/state-words";
import type { SeenEntry } from "./use-last-seen";

interface EntryGoneProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly problem: string | null;
  /** As this page saw it last, or null. */
  readonly last: SeenEntry | null;
  readonly goneAt: number | null;
}

/** The page of an entry that is not there: it keeps its place and says only what is known. */
export function EntryGone({ cluster, namespace, name, problem, last, goneAt }: EntryGoneProps) {
  const live = useFreshness(cluster).kind === "live";
  const clusters = useStatus().clusters.map((one) => one.cluster);
  const reason = absenceReason(cluster, clusters, live);
  const search = formatListQuery({ clusters: [], namespaces: [namespace], terms: parseTerms(JSON.stringify(name)), sort: "" });
  return (
    <>
      <Crumbs steps={[{ href: pagePaths.entries(`ns=${encodeURIComponent(namespace)}`), name: namespace }]} name={name} />
      {last !== null && goneAt !== null ? (
        <Headline
          sub={
            <>
              This page saw it leave at <Moment at={goneAt} />. What it was when last seen stays below for as long as this page is open.
            </>
          }
        >
          This entry is not in the API any more. <Of>{`It was ${stateWords[last.row.state].word.toLowerCase()} when last seen.`}</Of>
        </Headline>
      ) : (
        <Headline>{live ? "No such entry can be seen." : "This entry is not known."}</Headline>
      )}
      <Notice
        kind={problem === null ? "not-found" : "error"}
        title={problem ?? reason}
        actions={
          <>
            <Link href={pagePaths.entries(search)} className={buttonClass()}>
              Entries of this name
            </Link>
            <Link href={pagePaths.entries(`ns=${encodeURIComponent(namespace)}`)} className={buttonClass()}>
              All of {namespace}
            </Link>
          </>
        }
      >
        <p>
          istiod deletes the entry of a lost machine when its grace period is over. A machine that connects again gets a new entry, often under the same name.
        </p>
      </Notice>
      {last !== null && <LastSeenFacts last={last} />}
    </>
  );
}

function LastSeenFacts({ last: { row, detail } }: { readonly last: SeenEntry }) {
  return (
    <Section title="When last seen">
      <Facts>
        <Fact name="address" mono>
          {row.address || "—"}
        </Fact>
        <Fact name="locality" mono>
          {row.locality || "—"}
        </Fact>
        <Fact name="network" mono>
          {row.network || "—"}
        </Fact>
        <Fact name="replica" mono>
          {row.controller || "—"}
        </Fact>
        <Fact name="group" mono>
          {row.group || "—"}
        </Fact>
        <Fact name="left">{detail.disconnectedAtText ?? "no disconnection was written down"}</Fact>
        <Fact name="uid" mono>
          {row.uid}
        </Fact>
      </Facts>
    </Section>
  );
}
