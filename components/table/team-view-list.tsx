"use client";

import { useAnswer } from "@/lib/client/use-answer";
import { apiPaths } from "@/lib/contract/url/paths";
import { TeamViews } from "@/lib/contract/url/saved-view";
import { NotRenewedLine } from "./not-renewed-line";
import { ViewLink } from "./view-link";

/** The views that the team keeps in the clusters, asked for when the list is opened; nothing where no setting names any. */
export function TeamViewList({ address }: { readonly address: string }) {
  const answer = useAnswer(apiPaths.teamViews(), TeamViews);
  if (answer.kind === "waiting") return null;
  if (answer.kind === "refused") return <p className="mt-3 text-blind">{`The team's views cannot be shown. ${answer.problem}`}</p>;
  const { views, problems } = answer.value;
  if (views.length === 0 && problems.length === 0) return null;
  const clusters = new Set(views.map(({ cluster }) => cluster));
  return (
    <>
      <h2 className="mt-3 text-s font-semibold">Of the team</h2>
      <NotRenewedLine answer={answer} />
      <ul>
        {views.map((view) => (
          <li key={`${view.cluster} ${view.name}`} className="flex items-center justify-between gap-2 border-b border-line">
            <ViewLink name={view.name} address={view.address} current={view.address === address} />
            {clusters.size > 1 && <span className="text-s text-ink-3">{view.cluster}</span>}
          </li>
        ))}
      </ul>
      {problems.map(({ cluster, problem, fault, place, at }) => (
        <p key={cluster} data-fault={fault} data-place={place} data-at={at} className="mt-1 text-blind">
          {problem}
        </p>
      ))}
    </>
  );
}
