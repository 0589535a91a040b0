import type { HiddenVerifyingSource } from "@/lib/domain/verdict/freshness";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { STATE_WORDS } from "@/lib/domain/verdict/verdict";
import { formatDateTime } from "./clock";
import { type LossInput, lossPhrase } from "./loss-words";
import { type LostCounts, lostPhrase } from "./losses-sentence";
import { notVerifiedText } from "./source-words";
import { WORDS } from "./state-words";
import { UNCONFIRMED } from "./summary-moment";
import { inCluster } from "./text/cluster";
import { formatNumber } from "./text/numbers";

/** What is common to losses and survivors, as a summary tells it. */
interface SharedInput extends LostCounts {
  readonly traits: readonly { readonly trait: string; readonly value: string; readonly lost: number; readonly left: number }[];
  readonly left: number;
}

/** A lost machine of a summary. */
interface LostInput extends LossInput {
  readonly planned: boolean;
  readonly row: LossInput["row"] & { readonly cluster: string; readonly name: string; readonly address: string };
}

/** Lost machines, and expected machines without a recorded loss. */
interface AwayCounts {
  readonly lost: number;
  readonly missing: number;
}

/** The parts of what one pastes into an incident channel. Plain text; every time is UTC. */
export interface SummaryInput {
  /** Cluster and object, or the fleet. */
  readonly about: string;
  readonly sentence: string;
  readonly counts: readonly number[];
  /** Machines of the total that are not registered, so that the counts add up to it. */
  readonly away: AwayCounts;
  /** The rest of the numbers, a phrase each. */
  readonly line: readonly string[];
  readonly losses: (SharedInput & { readonly rows: readonly LostInput[] }) | null;
  /** Names the cluster of each lost machine. */
  readonly severalClusters?: boolean;
  /** Who is hurt: groups in trouble, or hosts. */
  readonly hurt: readonly string[];
  readonly at: number;
  /** False = nothing has confirmed it since that moment. */
  readonly isConfirmed: boolean;
  /** A source that verifies connections and that is not visible. */
  readonly notVerified?: HiddenVerifyingSource | undefined;
  /** The address that shows this very moment. */
  readonly link: string;
}

/** More lost machines than this are counted, not named. */
const MOST_NAMED = 8;

/** Counts, times, what is common, who is hurt, and a link that keeps the moment. */
export function summaryText({
  about,
  sentence,
  counts,
  away,
  line,
  losses,
  severalClusters = false,
  hurt,
  at,
  isConfirmed,
  notVerified,
  link,
}: SummaryInput): string {
  return [
    about,
    sentence,
    notVerified === undefined ? "" : `not verified: ${notVerifiedText(notVerified)}`,
    stateCounts(counts, away),
    line.join(" · "),
    ...(losses === null ? [] : lossLines(losses, at, severalClusters)),
    hurt.length === 0 ? "" : `hurt: ${hurt.join("; ")}`,
    `as of ${formatDateTime(at, "utc")}`,
    isConfirmed ? "" : UNCONFIRMED,
    link,
  ]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n");
}

function stateCounts(counts: readonly number[], { lost, missing }: AwayCounts): string {
  return STATE_WORDS.flatMap((word) => {
    const count = countWithWord(counts, word) + (word === "lost" ? lost : 0);
    const ofWord = count > 0 ? [`${formatNumber(count)} ${WORDS[word]}`] : [];
    return word === "lost" && missing > 0 ? [...ofWord, `${formatNumber(missing)} missing`] : ofWord;
  }).join(", ");
}

/** Who is back is counted, and not named as lost. */
function lossLines(losses: NonNullable<SummaryInput["losses"]>, at: number, severalClusters: boolean): readonly string[] {
  const { traits, total, back, left, rows } = losses;
  if (total === 0) return [];
  const gone = rows.filter((row) => !row.planned && row.replacedBy === "").slice(0, MOST_NAMED);
  const shared = total < 2 || left === 0 ? [] : traits.filter((one) => one.lost === total && one.value !== "");
  const more = total - back - gone.length;
  return [
    lostPhrase(losses, at, "utc"),
    shared.length === 0
      ? ""
      : `common to the ${formatNumber(total)} lost: ${shared.map((one) => `${one.trait} ${one.value} (of the ${formatNumber(left)} that stayed, ${formatNumber(one.left)} have it)`).join(", ")}`,
    ...gone.map(
      (row) => `lost: ${row.row.name}${inCluster(row.row.cluster, severalClusters)} (${row.row.address || "no address"}): ${lossPhrase(row, at, "utc")}`,
    ),
    more > 0 ? `and ${formatNumber(more)} more lost` : "",
  ];
}
