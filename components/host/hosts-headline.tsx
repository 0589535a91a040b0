"use client";

import { Fragment } from "react";
import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { Headline, Of } from "@/components/ui/headline";
import type { HostsHead, UnselectedHead } from "@/lib/contract/hosts";
import { hostsHeadline, hostsLine } from "@/lib/format/hosts-headline";

/** The sentence of the page: how many hosts have every machine, who has nobody left, and how many machines are in no host. */
export function HostsHeadline({ head, unselected }: { readonly head: HostsHead; readonly unselected: UnselectedHead | null }) {
  const input = { total: head.total, ...head.summary };
  const tense = useTense();
  const { strong, of, rest, trouble } = hostsHeadline(input, unselected, tense);
  return (
    <Headline sub={<LineParts parts={hostsLine(input, unselected, tense)} />}>
      <b>{strong}</b> {of !== "" && <Of>{of} </Of>}
      {rest}{" "}
      {trouble.map(({ text, tone }) =>
        tone === null ? (
          <Fragment key={text}>{text}</Fragment>
        ) : (
          <span key={text} className={`${toneText[tone]} desk:whitespace-nowrap`}>
            {text}
          </span>
        ),
      )}
    </Headline>
  );
}
