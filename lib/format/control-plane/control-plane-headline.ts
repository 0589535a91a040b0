import type { LinePart } from "@/lib/format/headline";
import { formatNumber, numberWord, oneOrMany, plural } from "@/lib/format/text/numbers";
import { capitalize } from "@/lib/format/text/sentence";
import { be, type Tense, verb } from "@/lib/format/text/tense";

/** What the first lines need of one cluster's control plane. */
export interface ControlPlaneInput {
  readonly managed: number;
  readonly held: number;
  readonly overdue: number;
  readonly ghosts: number;
  readonly leaked: number;
  readonly reconnecting: number;
  readonly disconnected: number;
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number };
  readonly revisions: readonly {
    readonly revision: string;
    readonly held: number;
    readonly fullest: { readonly name: string; readonly held: number; readonly isUneven: boolean } | null;
  }[];
  readonly rate: { readonly began: number; readonly expected: number | null; readonly kind: "expected" | "more" | "not-known" };
}

/** The sentence of the page: `strong` of all, then what is wrong, part by part. */
export interface ControlPlaneHeadline {
  readonly strong: string;
  readonly of: string;
  readonly rest: string;
  readonly trouble: readonly LinePart[];
}

type Counted = "managed" | "held" | "overdue" | "ghosts" | "leaked" | "reconnecting" | "disconnected";

/** How many machines istiod holds of those that it should, and whom it does not. */
export function controlPlaneHeadline(clusters: readonly ControlPlaneInput[], tense: Tense): ControlPlaneHeadline {
  const [held, managed] = [sum(clusters, "held"), sum(clusters, "managed")];
  const at = tense.past ? ` ${tense.at}` : "";
  if (managed === 0) return { strong: "No machine", of: "", rest: `${tense.past ? "was" : "is"} held by istiod${at}.`, trouble: [] };
  const connected = isUnseen(clusters) ? `${verb(held, "look", tense)} connected` : `${be(held, tense)} connected${replicasPhrase(clusters)}`;
  return {
    strong: formatNumber(held),
    of: `of ${formatNumber(managed)}`,
    rest: `${oneOrMany(managed, "machine")} ${connected}${at}.`,
    trouble: troubleOf(clusters, tense),
  };
}

/** Without sight of the replicas, entries alone say that somebody holds their machines. */
function isUnseen(clusters: readonly ControlPlaneInput[]): boolean {
  return clusters.some(({ replicas }) => replicas.kind === "denied");
}

function replicasPhrase(clusters: readonly ControlPlaneInput[]): string {
  const running = clusters.reduce((all, { replicas }) => all + replicas.running, 0);
  return ` to ${plural(running, "replica")} of istiod`;
}

function troubleOf(clusters: readonly ControlPlaneInput[], tense: Tense): readonly LinePart[] {
  const out = sum(clusters, "disconnected");
  const unverified = sum(clusters, "ghosts") + sum(clusters, "leaked");
  if (out > 0) return [{ text: `${capitalize(numberWord(out))} ${be(out, tense)} disconnected.`, tone: "bad" }];
  if (unverified > 0)
    return [
      { text: `${capitalize(numberWord(unverified))} that ${verb(unverified, "look", tense)} connected ${be(unverified, tense)} unverified.`, tone: "blind" },
    ];
  return isUnseen(clusters) ? [{ text: "This is unverified without istiod's replicas.", tone: "blind" }] : [];
}

/** The second line: what runs, what is unverified, and whether load and reconnections are out of the ordinary. */
export function controlPlaneLine(clusters: readonly ControlPlaneInput[], tense: Tense): readonly LinePart[] {
  const [reconnecting, ghosts] = [sum(clusters, "reconnecting"), sum(clusters, "ghosts")];
  const parts: readonly LinePart[] = [
    { text: revisionsPhrase(clusters), tone: null },
    ...counted(reconnecting, (count) => `${count} ${verb(reconnecting, "reconnect", tense)}`, "warn"),
    ...counted(ghosts, (count) => `${count} ${verb(ghosts, "name", tense)} a replica that does not hold ${oneOrMany(ghosts, "it", "them")}`, "blind"),
    ...counted(sum(clusters, "leaked"), (count) => `${count} with a connection that is older than any can be`, "blind"),
    ...counted(sum(clusters, "overdue"), (count) => `${count} overdue`, "warn"),
    ...clusters.flatMap(({ revisions }) => revisions.flatMap((one) => unevenPart(one, tense))),
    ...clusters.flatMap(({ rate }) => stormPart(rate, tense)),
    ...(isUnseen(clusters) ? [{ text: "istiod's replicas are not visible", tone: "blind" } as const] : []),
  ];
  return parts.filter(({ text }) => text !== "");
}

function counted(count: number, words: (count: string) => string, tone: LinePart["tone"]): readonly LinePart[] {
  return count === 0 ? [] : [{ text: words(plural(count, "machine")), tone }];
}

function revisionsPhrase(clusters: readonly ControlPlaneInput[]): string {
  const names = [...new Set(clusters.flatMap(({ revisions }) => revisions.map(({ revision }) => revision)))];
  if (names.length === 0) return "";
  return names.length === 1 ? `revision ${names[0]}` : `revisions ${names.join(", ")}`;
}

function unevenPart({ revision, held, fullest }: ControlPlaneInput["revisions"][number], tense: Tense): readonly LinePart[] {
  if (fullest === null || !fullest.isUneven) return [];
  return [{ text: `${fullest.name} ${tense.past ? "held" : "holds"} ${Math.round((fullest.held / held) * 100)} % of revision ${revision}`, tone: "warn" }];
}

function stormPart({ began, expected, kind }: ControlPlaneInput["rate"], tense: Tense): readonly LinePart[] {
  if (kind !== "more" || expected === null) return [];
  const times = expected < 1 ? "" : `, ${Math.round(began / expected)} times as many as of a fleet at rest`;
  return [{ text: `${plural(began, "connection")} began ${tense.past ? "just before" : "just now"}${times}`, tone: "warn" }];
}

function sum(clusters: readonly ControlPlaneInput[], of: Counted): number {
  return clusters.reduce((all, cluster) => all + cluster[of], 0);
}
