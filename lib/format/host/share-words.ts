import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";

/** The endpoints of one kind at a moment. istiod sent `inDoubt` more, which are unverified; `weight` is the sum of both. */
export interface ShareOfKind {
  readonly kind: "pods" | "machines" | "inline";
  readonly serving: number;
  readonly inDoubt: number;
  readonly weight: number;
}

/** Who answered at a moment: by kind, and the kinds that may be seen and of which nobody knows it. */
export interface SharesThen {
  readonly shares: readonly ShareOfKind[];
  readonly unknown: readonly ShareOfKind["kind"][];
  /** False where a kind is not known or not visible: then nothing has a share. */
  readonly isWhole: boolean;
}

/** The limit of the history where callers do not get every healthy machine. */
export const SELECTED_ONLY = "The history counts healthy machines that the service selects. It does not store which of them callers get.";

const NOUNS = { pods: "pod", machines: "machine", inline: "inline endpoint" } as const;

/** "32 machines and 2 unverified · 89 % by weight". No share without other kinds, or if a kind is not known (`all` null). */
export function sharePhrase(share: ShareOfKind, all: readonly ShareOfKind[] | null): string {
  const words = [plural(share.serving, NOUNS[share.kind]), ...doubtPhrases(share.inDoubt)].join(" and ");
  if (all === null) return words;
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const isAlone = all.every(({ kind, weight }) => kind === share.kind || weight === 0);
  return isAlone || total === 0 ? words : `${words} · ${Math.round((share.weight / total) * 100)} % by weight`;
}

/** "2 unverified"; empty if there are none. */
export function doubtPhrases(inDoubt: number): readonly string[] {
  return inDoubt === 0 ? [] : [`${formatNumber(inDoubt)} unverified`];
}

/** The picture in one sentence, for whoever cannot see it. */
export function sharesSummary({ shares, isWhole }: SharesThen, top: number, hidden: number): string {
  const now = shares.length === 0 ? "not known" : listOf(shares.map((share) => sharePhrase(share, isWhole ? shares : null)));
  const gaps = hidden === 0 ? "" : `; ${plural(hidden, "while is", "whiles are")} not recorded`;
  return `Machines and pods over time: ${now} at the end, ${formatNumber(top)} endpoints at most${gaps}.`;
}

/** Who answered at a moment, in one line. */
export function sharesPhrase({ shares, unknown, isWhole }: SharesThen): string {
  const told = [...shares.map((share) => sharePhrase(share, isWhole ? shares : null)), ...unknown.map(unknownPhrase)];
  return told.length === 0 ? "nobody answered" : told.join(", ");
}

/** Of a kind of which nobody knows how many answered. */
export function unknownPhrase(kind: ShareOfKind["kind"]): string {
  return `${NOUNS[kind]}s not recorded`;
}
