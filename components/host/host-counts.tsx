"use client";

import { useNotVerified } from "@/lib/client/not-verified";
import { usePast } from "@/lib/client/past";
import type { ServiceRow } from "@/lib/contract/views/services";
import { answerWords } from "@/lib/format/host-words";
import { notVerifiedText } from "@/lib/format/source-words";
import { formatNumber, formatPercent } from "@/lib/format/text/numbers";
import { notSentOf } from "./host-runs";

/** Machines that serve of those that are taken, declared or were held: "32/40", "18 +2?/20". */
export function MachineCount({ row }: { readonly row: ServiceRow }) {
  const { machines, absent } = row;
  const denied = useNotVerified(row.cluster);
  if (machines === null) return <NotVisible />;
  const size = machines.taken + absent;
  if (size === 0) return <span className="text-ink-3">—</span>;
  return (
    <span
      title={denied === null ? answerWords(row) : `Not verified: ${notVerifiedText(denied)}. ${answerWords(row)}`}
      data-not-verified={denied?.source}
      data-serving={machines.serving}
      data-size={size}
      data-not-sent={notSentOf(machines)}
      className="whitespace-nowrap"
    >
      <b className={`font-medium ${denied !== null ? "text-blind" : thereOf(machines) < size ? "text-bad" : ""}`}>{formatNumber(machines.serving)}</b>
      {machines.inDoubt > 0 && <span className="text-blind"> +{formatNumber(machines.inDoubt)}?</span>}
      <span className="text-ink-3">/{formatNumber(size)}</span>
    </span>
  );
}

/** Machines that are there and do not fail, whether or not callers are sent them. */
function thereOf(machines: NonNullable<ServiceRow["machines"]>): number {
  const { serving, inDoubt, draining, awaiting } = machines;
  return serving + inDoubt + draining + awaiting + notSentOf(machines);
}

/** Ready Pods of those that are taken; not visible is never 0. */
export function PodCount({ pods }: Pick<ServiceRow, "pods">) {
  if (pods === null) return <NotVisible />;
  if (pods.taken === 0) return <span className="text-ink-3">0</span>;
  return (
    <span data-ready={pods.ready} data-taken={pods.taken} className={`whitespace-nowrap ${pods.ready < pods.taken ? "text-warn" : "text-ink-2"}`}>
      {formatNumber(pods.ready)}/{formatNumber(pods.taken)}
    </span>
  );
}

/** Ready addresses of EndpointSlices, of all that they list; not visible is never 0. */
export function AddressCount({ addresses }: Pick<ServiceRow, "addresses">) {
  if (addresses === null) return <NotVisible />;
  const { taken, ready, doubted } = addresses;
  if (taken === 0) return <span className="text-ink-3">0</span>;
  return (
    <span data-ready={ready} data-taken={taken} className={`whitespace-nowrap ${ready + doubted < taken ? "text-warn" : "text-ink-2"}`}>
      {formatNumber(ready)}
      {doubted > 0 && <span className="text-blind"> +{formatNumber(doubted)}?</span>}/{formatNumber(taken)}
    </span>
  );
}

/** The share of machines by weight as a bar; it says nothing of requests. */
export function WeightShare({ share }: Pick<ServiceRow, "share">) {
  if (share === null) return <span className="text-ink-3">—</span>;
  const words = `${formatPercent(share)} of the weight is machines`;
  return (
    <svg role="img" aria-label={words} data-share={share} viewBox="0 0 100 6" preserveAspectRatio="none" width="104" height="6" className="block">
      <title>{words}</title>
      <rect width="100" height="6" className="fill-sunken" />
      <rect width={Math.round(share * 1_000) / 10} height="6" className="fill-idle-cell" />
    </svg>
  );
}

/** At a moment of the past nobody recorded them: that is no question of rights. */
function NotVisible() {
  return (
    <span data-not-visible="" className="text-s text-blind">
      {usePast() === null ? "not visible" : "not known"}
    </span>
  );
}
