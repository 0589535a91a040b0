"use client";

import { clsx } from "clsx";
import { DiagnosisCard, DiagnosisStepList } from "@/components/diagnosis/diagnosis-card";
import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { type IncidentRow, incidentQuery } from "@/lib/contract/views/incidents";
import { istiodAnswerText } from "@/lib/format/incident-cause";
import { istiodGoneChange, istiodGoneEffects, istiodGoneReason, istiodGoneSteps } from "@/lib/format/istiod-gone";
import { momentOf, type Tense } from "@/lib/format/text/tense";
import type { FleetIncidentsState } from "./use-fleet-incidents";

interface IstiodGoneCardProps {
  readonly gone: NonNullable<FleetHead["istiodGone"]>;
  readonly incidents: FleetIncidentsState;
  readonly tense: Tense;
}

/** Card with the reason and the next steps while no istiod replica runs in a cluster. Not shown on a page of the past. */
export function IstiodGoneCard({ gone, incidents, tense }: IstiodGoneCardProps) {
  const isPast = usePast() !== null;
  const zone = useZone();
  const now = momentOf(tense, useNow());
  const context = useSeveralClusters() ? gone.cluster : "";
  const row = typeof incidents === "string" ? null : (incidents.active.find((one) => isAbout(one, gone.cluster)) ?? null);
  const { state } = useView("incident", row === null || isPast ? null : incidentQuery(row.id), { offset: 0, limit: 0 });
  if (isPast) return null;
  const detail = state?.head.detail ?? null;
  const changes = detail === null || row === null ? null : { ...detail, since: row.title.since };
  const hasChange = detail !== null && detail.changes.length > 0;
  const { text: answer } = istiodAnswerText({ answer: "yes", compared: [] }, { cause: "istiod-gone", machines: gone.unverified });
  return (
    <DiagnosisCard
      tone="bad"
      why={{
        answer: istiodGoneReason(gone, { tense, now, zone }),
        children: (
          <div className="mt-2 grid gap-1.5 text-ink-2">
            <p>{istiodGoneChange(changes)}</p>
            {row !== null && (
              <p>
                Incident{" "}
                <Link href={pagePaths.incident(row.id)} prefetch={false} className="font-mono text-accent">
                  {row.id}
                </Link>
              </p>
            )}
          </div>
        ),
      }}
      todo={{
        answer: "Get one istiod replica ready.",
        children: <DiagnosisStepList steps={istiodGoneSteps({ context, istiodNamespace: detail?.istiodNamespace ?? "", hasChange })} />,
      }}
      istiod={{
        answer,
        children: (
          <ul className="mt-2 grid gap-1.5">
            {istiodGoneEffects(gone.sinceAtLeast ? null : gone.since, tense, zone).map(({ text, isHarm }) => (
              <li key={text} className={clsx(isHarm ? "text-warn stale:text-ink-2" : "text-ink-2")}>
                {text}
              </li>
            ))}
          </ul>
        ),
      }}
    />
  );
}

function isAbout({ title: { cause, cluster } }: IncidentRow, gone: string): boolean {
  return cause === "istiod-gone" && cluster === gone;
}
