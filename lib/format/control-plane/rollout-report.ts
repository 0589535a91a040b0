import { formatDateTime } from "@/lib/format/clock";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { delayWords } from "./delay-words";
import { type BoardInput, healthPhrase, type MovesInput, missingPhrase, movesNote, outcomeWord } from "./rollout-words";

/** A rollout, or a baseline, as a report tells of it. Milliseconds. */
export interface ReportInput extends BoardInput, MovesInput {
  readonly title: string;
  /** Clusters that it is about. */
  readonly about: string;
  readonly from: number;
  readonly until: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly replicas: readonly { readonly name: string; readonly revision: string; readonly endedAt: number; readonly held: number }[];
  readonly targets: readonly { readonly replica: string; readonly revision: string; readonly count: number }[];
  readonly health: Parameters<typeof healthPhrase>[0];
  readonly missing: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly group: string;
    readonly locality: string;
    readonly network: string;
    readonly replica: string;
    readonly outcome: "away" | "out" | "vanished";
    readonly since: number | null;
  }[];
  readonly moreMissing: number;
  /** Whiles that nobody recorded, in words. */
  readonly gaps: readonly string[];
  readonly link: string;
}

/** More machines than this are counted, not named. */
const MOST_NAMED = 20;

/** What one pastes into a change ticket: Markdown; every time is UTC. */
export function rolloutReport(report: ReportInput): string {
  const { title, about, total, back, same, p50, p95 } = report;
  const lost = missingPhrase(report);
  return [
    `## ${title}`,
    "",
    `${about}, as of ${formatDateTime(report.until, "utc")}`,
    "",
    report.kind === "rollout"
      ? `- machines that the replicas held which ended: ${formatNumber(total)}`
      : `- machines connected at ${formatDateTime(report.from, "utc")}: ${formatNumber(total)}`,
    `- back: ${formatNumber(back)} of ${formatNumber(total)}${same > 0 ? `, and ${formatNumber(same)} never had to move` : ""}`,
    `- not back: ${lost === "" ? "none" : lost}`,
    ...(p50 === null || p95 === null ? [] : [`- without a replica until the next connection: p50 ${delayWords(p50)}, p95 ${delayWords(p95)}`]),
    `- ${movesNote(report)}`,
    `- health: ${healthPhrase(report.health)}`,
    ...report.gaps.map((gap) => `- not recorded: ${gap}`),
    ...tableOf(
      ["replica that ended", "revision", "ended", "machines"],
      report.replicas.map(({ name, revision, endedAt, held }) => [name, revision, formatDateTime(endedAt, "utc"), formatNumber(held)]),
    ),
    ...tableOf(
      ["now with", "revision", "machines"],
      report.targets.map(({ replica, revision, count }) => [replica, revision, formatNumber(count)]),
    ),
    ...tableOf(
      ["not back", "group", "was in", "network", "was held by", "what", "since"],
      report.missing
        .slice(0, MOST_NAMED)
        .map((one) => [
          `${one.namespace}/${one.name}`,
          one.group,
          one.locality,
          one.network,
          one.replica,
          outcomeWord(one.outcome),
          one.since === null ? "" : formatDateTime(one.since, "utc"),
        ]),
    ),
    ...moreLine(report),
    "",
    report.link,
    "",
  ].join("\n");
}

function moreLine({ missing, moreMissing }: ReportInput): readonly string[] {
  const more = moreMissing + Math.max(0, missing.length - MOST_NAMED);
  return more === 0 ? [] : ["", `and ${plural(more, "machine")} more`];
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |`;
  return ["", line(heads), line(heads.map(() => "---")), ...rows.map(line)];
}

/** A stranger's text in a cell: nothing of it ends the cell, or is markup. */
function cellText(text: string): string {
  return text.replace(/[\\|`*_<>[\]]/g, (mark) => `\\${mark}`).replace(/\s+/g, " ");
}
