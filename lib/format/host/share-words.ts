import { formatCount, listPhrase, plural } from "@/lib/format/count";

/** Who answered at a moment, by kind; null = not visible or not known. `weight` is their sum. */
export interface ShareOfKind {
  readonly kind: "pods" | "machines" | "inline";
  readonly serving: number;
  readonly weight: number;
}

const NOUNS = { pods: "pod", machines: "machine", inline: "inline endpoint" } as const;

/** "32 machines · 89 % by weight": never called traffic. Without others, no share. */
export function sharePhrase(share: ShareOfKind, all: readonly ShareOfKind[]): string {
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const words = plural(share.serving, NOUNS[share.kind]);
  const isAlone = all.every(({ kind, weight }) => kind === share.kind || weight === 0);
  return isAlone || total === 0 ? words : `${words} · ${Math.round((share.weight / total) * 100)} % by weight`;
}

/** The picture in one sentence, for whoever cannot see it. */
export function sharesSummary(shares: readonly ShareOfKind[], top: number, hidden: number): string {
  const now = shares.length === 0 ? "not known" : listPhrase(shares.map((share) => sharePhrase(share, shares)));
  const gaps = hidden === 0 ? "" : `; ${plural(hidden, "while is", "whiles are")} not recorded`;
  return `Machines and pods over time: ${now} at the end, ${formatCount(top)} endpoints at most${gaps}.`;
}
