"use client";

import { StateIcon } from "@/components/state/state-icon";
import { toneText } from "@/components/state/tone";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentDetail, IncidentRow } from "@/lib/contract/views/incidents";
import type { LostService } from "@/lib/domain/incidents/incident";
import { comparedText, istiodAnswerText, unverifiedAnswerText } from "@/lib/format/incident-cause";
import { laterEvidenceText, lostEndpointText } from "@/lib/format/incident-page";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { IncidentMoment, useHourlyTextTime } from "./incident-time";

interface DetailProps {
  readonly detail: IncidentDetail;
}

/** The services that lost their last endpoint. */
export function IncidentServices({ detail: { services, moreServices } }: DetailProps) {
  if (services.length === 0) return null;
  return (
    <Section name="incident-services" title="Services" aside={formatNumber(services.length + moreServices)}>
      <ul>
        {services.map((lost) => (
          <ServiceLine key={`${lost.service.kind} ${lost.service.namespace}/${lost.service.name} ${lost.service.host}`} lost={lost} />
        ))}
      </ul>
      {moreServices > 0 && <p className="mt-2 text-s text-ink-3">{plural(moreServices, "more service")}</p>}
    </Section>
  );
}

function ServiceLine({ lost }: { readonly lost: LostService }) {
  const { cluster, kind, namespace, name, host } = lost.service;
  const isBack = lost.backAt !== null;
  return (
    <li data-service={`${namespace}/${name}`} className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 border-b border-line py-2">
      <StateIcon state={isBack ? "healthy" : "unhealthy"} className={`self-center ${toneText[isBack ? "idle" : "bad"]}`} />
      <Link
        href={pagePaths.host(cluster, kind, namespace, name, kind === "ServiceEntry" ? host : "")}
        prefetch={false}
        className="min-w-0 font-mono text-s wrap-anywhere"
      >
        {host}
      </Link>
      <span className={isBack ? "text-ink-3" : toneText.bad}>{lostEndpointText(lost, useHourlyTextTime())}</span>
    </li>
  );
}

/** "Is it istiod?" with the compared numbers. */
export function IstiodSection({ row, detail: { istiod } }: DetailProps & { readonly row: IncidentRow }) {
  const { text, tone } = istiodAnswerText(istiod, row.title);
  const unverified = istiod?.unverified ?? 0;
  return (
    <Section name="incident-istiod" title="Is it istiod?">
      <p data-answer={istiod?.answer ?? "denied"} className={`mt-2 ${tone === null ? "" : toneText[tone]}`}>
        {text}
      </p>
      <ul className="mt-1.5 grid gap-1 text-s text-ink-2">
        {(istiod?.compared ?? []).map((compared) => (
          <li key={compared.trait} className="wrap-anywhere">
            {comparedText(compared)}
          </li>
        ))}
        {unverified > 0 && (
          <li data-unverified={unverified} className={toneText.blind}>
            {unverifiedAnswerText(unverified)}
          </li>
        )}
      </ul>
    </Section>
  );
}

/** Evidence that arrived after the end. The numbers above do not contain it. */
export function LaterEvidence({ detail: { appended } }: DetailProps) {
  if (appended.length === 0) return null;
  return (
    <Section name="incident-later" title="Added after the end" aside={formatNumber(appended.length)}>
      <ul>
        {appended.map(({ at, what }) => (
          <li key={`${at} ${what}`} className="flex flex-wrap gap-x-2.5 border-b border-line py-2">
            <span className="text-s text-ink-3">
              <IncidentMoment at={at} />
            </span>
            <span className="min-w-0 wrap-anywhere">{laterEvidenceText(what)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
