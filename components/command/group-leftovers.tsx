"use client";

import { type ReactNode, useEffect, useState } from "react";
import { NO_ROWS } from "@/components/table/first-window";
import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useAnswer } from "@/lib/client/use-answer";
import { useView } from "@/lib/client/use-view";
import { GroupLeftoversAnswer } from "@/lib/contract/answers/leftovers";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import { accountGoesWords, accountLeftWords, entryGoesWords, entryLeftWords, unseenLeftoversWords } from "@/lib/format/leftover-words";
import type { DeleteShownProps } from "./delete-entry";
import { DeleteLeftover } from "./delete-leftover";

/** What a group without machines leaves behind: its account and the ServiceEntries for its machines. Nothing while it has machines or is new, nor on a server that only reads. */
export function GroupLeftovers({ query, initial, offered }: DeleteShownProps<"group">) {
  const { state } = useView("group", query, NO_ROWS, initial);
  const past = usePast();
  const row = state?.head.row ?? null;
  if (past !== null || row === null || !row.exists || row.rollUp.total > 0 || !offered.includes("delete-serviceaccount")) return null;
  return <LeftoverList cluster={row.cluster} namespace={row.namespace} name={row.name} offered={offered} />;
}

interface LeftoverListProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly offered: readonly ObjectCommandName[];
}

const AGAIN_MS = 1_000;

/** The leftovers, each with the evidence, and its deletion where nobody uses it. Read again once one was deleted. */
export function LeftoverList({ cluster, namespace, name, offered }: LeftoverListProps) {
  const [round, setRound] = useState(0);
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const answer = useAnswer(apiPaths.leftovers(cluster, namespace, name), GroupLeftoversAnswer, round);
  const listed = answer.kind === "here" && answer.value !== null ? [answer.value.account, ...answer.value.serviceEntries] : [];
  const isAwaited = listed.some((one) => one !== null && deleted.includes(one.uid));
  // What was accepted leaves the list once the watch has shown it: until then it is asked for again.
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(() => setRound((before) => before + 1), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAwaited]);
  if (answer.kind === "waiting" || (answer.kind === "here" && answer.value === null)) return null;
  if (answer.kind === "refused") return <p className="mt-4 text-bad">{answer.problem}</p>;
  const { account, serviceEntries, unseen } = answer.value ?? { account: null, serviceEntries: [], unseen: [] };
  const common = { offered, onAccepted: (uid: string) => setDeleted([...deleted, uid]) };
  return (
    <Section name="leftovers" title="Leftovers" aside="the group has no machines">
      <NotRenewedLine answer={answer} />
      <ul className="text-ink-2">
        <Line what="WorkloadGroup" name={name}>
          No entry belongs to it. “Delete” above tells what goes with it.
        </Line>
        {account !== null && (
          <Line
            what="ServiceAccount"
            name={account.name}
            action={
              account.verdict === "unused" && (
                <DeleteLeftover command="delete-serviceaccount" object={{ ...account, cluster, namespace }} words={accountGoesWords()} {...common} />
              )
            }
          >
            {accountLeftWords(account)}
          </Line>
        )}
        {serviceEntries.map((entry) => (
          <Line
            key={entry.uid}
            what="ServiceEntry"
            name={entry.name}
            href={pagePaths.host(cluster, "ServiceEntry", namespace, entry.name)}
            action={
              entry.verdict === "unused" && (
                <DeleteLeftover command="delete-serviceentry" object={{ ...entry, cluster, namespace }} words={entryGoesWords(entry)} {...common} />
              )
            }
          >
            {entryLeftWords(entry)}
          </Line>
        ))}
      </ul>
      {unseen.length > 0 && <p className="mt-2 text-s text-blind">{unseenLeftoversWords(unseen)}</p>}
    </Section>
  );
}

interface LineProps {
  readonly what: string;
  readonly name: string;
  readonly href?: string;
  /** What can be done with it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One leftover, with the evidence below its name, and what can be done at the right. */
function Line({ what, name, href, action, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-start justify-end gap-x-4 gap-y-1.5 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap gap-x-2">
          <span>{what}</span>
          <span className="min-w-0 font-mono text-s wrap-anywhere text-ink">{href === undefined ? name : <Link href={href}>{name}</Link>}</span>
        </p>
        <p className="max-w-[68em] wrap-anywhere">{children}</p>
      </div>
      {action}
    </li>
  );
}
