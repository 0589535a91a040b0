"use client";

import { Fragment } from "react";
import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { Headline, Of } from "@/components/ui/headline";
import type { ServicesHead, UnselectedHead } from "@/lib/contract/views/services";
import { servicesLine, servicesStatement } from "@/lib/domain/statements/services";
import { lineParts } from "@/lib/format/headline";
import { servicesHeadline, servicesLineText } from "@/lib/format/hosts-headline";

/** The services that have every machine they select, those without an endpoint, and the machines that no service selects. */
export function HostsHeadline({ head, unselected }: { readonly head: ServicesHead; readonly unselected: UnselectedHead | null }) {
  const services = { total: head.total, ...head.summary };
  const tense = useTense();
  const statement = servicesStatement(services, unselected);
  const { strong, of, rest, trouble } = servicesHeadline(statement, tense);
  const line = lineParts(servicesLine(services, unselected), (part) => servicesLineText(part, tense));
  return (
    <Headline sub={<LineParts parts={line} />} data={statementAttributes(statement, tense)}>
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
      <NotVerifiedWarning />
    </Headline>
  );
}
