import type { ServicesAfterLossCounts } from "@/lib/domain/statements/what-if";
import type { UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import type { LossMoment, TimeRange } from "@/lib/domain/what-if/leaving";
import { formatDateTime } from "@/lib/format/clock";
import { markdownCode, markdownList, markdownTable, markdownText } from "@/lib/format/text/markdown";
import { formatNumber } from "@/lib/format/text/numbers";
import { be } from "@/lib/format/text/tense";
import { capacityWords } from "./capacity-words";
import { gatewaySentence, replicaSentences } from "./control-plane-words";
import { lossHeadline } from "./loss-headline";
import { leavingLines, momentNames, spanPhrase } from "./moment-words";

interface Counted {
  readonly before: number;
  readonly after: number;
}

/** An answer as it is told in Markdown. */
export interface MarkdownInput {
  /** The address's own spelling of the question. */
  readonly address: string;
  /** True if the viewer has several clusters: each row then names its own. */
  readonly severalClusters: boolean;
  /** So many hosts and groups are listed. */
  readonly most: number;
  readonly head: {
    readonly asOf: number;
    readonly parts: readonly string[];
    readonly moment: LossMoment;
    readonly headroom: number;
    readonly moments: readonly { readonly moment: LossMoment; readonly span: TimeRange | null; readonly dead: number }[];
    readonly lost: {
      readonly machines: number;
      readonly pods: number;
      readonly leaving: { readonly grace: number; readonly age: number; readonly withReplica: number; readonly never: number; readonly unknown: number };
      readonly reconnecting: number;
    };
    readonly replicas: {
      readonly lost: readonly { readonly cluster: string; readonly name: string; readonly place: string }[];
      readonly left: number;
      readonly unplaced: number;
      readonly isVisible: boolean;
    };
    readonly gateways: readonly {
      readonly cluster: string;
      readonly network: string;
      readonly address: string;
      readonly object: string;
      readonly isLost: boolean | null;
    }[];
    readonly hosts: ServicesAfterLossCounts;
    readonly assumptions: readonly string[];
    readonly notSeen: readonly string[];
  };
  readonly hosts: readonly {
    readonly cluster: string;
    readonly host: string;
    readonly machines: Counted | null;
    readonly pods: Counted | null;
    readonly inline: Counted;
    readonly weight: Counted;
    readonly capacity: UtilizationAfterLoss;
    readonly dead: number;
    readonly heldByLost: number;
    readonly move: { readonly says: string; readonly because: readonly string[] };
  }[];
  readonly groups: readonly {
    readonly cluster: string;
    readonly namespace: string;
    readonly name: string;
    readonly serving: Counted;
    readonly doubted: Counted;
    readonly expected: number | null;
    readonly capacity: UtilizationAfterLoss;
    readonly heldByLost: number;
  }[];
}

/** The answer as Markdown for a ticket, with the moment, what is lost, and what is taken for granted. */
export function whatIfMarkdown(input: MarkdownInput): string {
  const { head, hosts, groups, most, address, severalClusters } = input;
  const cluster = severalClusters ? ["cluster"] : [];
  const named = (row: { readonly cluster: string }, cells: readonly string[]) => (severalClusters ? [markdownCode(row.cluster), ...cells] : cells);
  const spanOf = (wanted: LossMoment) => head.moments.find(({ moment }) => moment === wanted)?.span ?? null;
  const { lost } = head;
  const when = head.moment === "at-once" ? "at once" : `${momentNames[head.moment].toLowerCase()} (${spanPhrase(head.moment, spanOf(head.moment))})`;
  const ways = leavingLines(lost.leaving, { grace: spanOf("after-grace"), age: spanOf("after-age") });
  return [
    `# What if ${head.parts.map(markdownCode).join(" and ")} ${be(head.parts.length)} lost`,
    `Nothing has happened: computed on the fleet of ${formatDateTime(head.asOf, "utc")}, as it would be ${when}, with ${head.headroom} % to spare. Question: ${markdownCode(address)}`,
    `**${lossHeadline(head.hosts)
      .map(({ text }) => text)
      .join("")}**`,
    sentences([
      ...replicaSentences(head.replicas, lost, severalClusters),
      ...head.gateways.map((gateway) => gatewaySentence(gateway, severalClusters)),
      ...ways.map(({ text }) => text),
    ]),
    "## Hosts",
    markdownTable(
      [...cluster, ...HOST_HEADS],
      hosts.slice(0, most).map((row) => named(row, hostCells(row))),
    ),
    more(hosts.length, most, "hosts"),
    "## Groups",
    markdownTable(
      [...cluster, ...GROUP_HEADS],
      groups.slice(0, most).map((row) => named(row, groupCells(row))),
    ),
    more(groups.length, most, "groups"),
    "## Taken for granted",
    sentences([...head.assumptions, ...head.notSeen]),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

const HOST_HEADS = ["host", "machines", "pods", "weight", "verdict", "dead and listed", "died with istiod", "would traffic move"];
const GROUP_HEADS = ["group", "serving", "expected", "verdict", "died with istiod"];

function hostCells(row: MarkdownInput["hosts"][number]): readonly string[] {
  const { machines, pods, inline, weight, capacity, dead, heldByLost, move } = row;
  const written = inline.before === 0 ? "" : ` + ${change(inline)} by hand`;
  return [
    markdownCode(row.host),
    machines === null ? "not visible" : change(machines) + written,
    pods === null ? "not visible" : change(pods),
    change(weight),
    capacityWords(capacity),
    formatNumber(dead),
    formatNumber(heldByLost),
    `${move.says}: ${markdownText(move.because.join(" "))}`,
  ];
}

function groupCells({ namespace, name, serving, doubted, expected, capacity, heldByLost }: MarkdownInput["groups"][number]): readonly string[] {
  const whole = { before: serving.before + doubted.before, after: serving.after + doubted.after };
  return [
    markdownCode(`${namespace}/${name || "no group"}`),
    change(whole),
    expected === null ? "not known" : formatNumber(expected),
    capacityWords(capacity),
    formatNumber(heldByLost),
  ];
}

function change({ before, after }: Counted): string {
  return before === after ? formatNumber(after) : `${formatNumber(before)} → ${formatNumber(after)}`;
}

function more(count: number, most: number, what: string): string {
  return count > most ? `${formatNumber(count - most)} more ${what}, all of which cope no worse.` : "";
}

function sentences(texts: readonly string[]): string {
  return markdownList(texts.map(markdownText));
}
