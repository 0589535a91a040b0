import { knownDifferences } from "./known-differences";
import type { Outcome } from "./run";

export interface Report {
  readonly text: string;
  /** Differences that nobody declared, and declared ones that do not occur. */
  readonly surprises: readonly string[];
  readonly matched: number;
  readonly total: number;
}

/** Matched and total by area, then what differs: declared with its reason, or a surprise. */
export function reportOf(outcomes: readonly Outcome[]): Report {
  const areas = [...new Set(outcomes.map(({ interaction }) => interaction.area))].sort();
  const lines = areas.map((area) =>
    areaLine(
      area,
      outcomes.filter(({ interaction }) => interaction.area === area),
    ),
  );
  const matched = outcomes.filter(({ difference }) => difference === null).length;
  const surprises = outcomes.flatMap(surpriseOf);
  const declared = outcomes.filter(({ interaction, difference }) => difference !== null && knownDifferences.has(interaction.number));
  const text = [
    ...lines,
    `${"all".padEnd(18)} ${matched} / ${outcomes.length}`,
    "",
    `known differences: ${declared.length}`,
    ...declared.map(({ interaction }) => `  ${label(interaction)}: ${knownDifferences.get(interaction.number) ?? ""}`),
    ...(surprises.length > 0 ? ["", `surprises: ${surprises.length}`, ...surprises.map((surprise) => `  ${surprise}`)] : []),
  ].join("\n");
  return { text, surprises, matched, total: outcomes.length };
}

function surpriseOf({ interaction, difference }: Outcome): string[] {
  const isDeclared = knownDifferences.has(interaction.number);
  if (difference !== null && !isDeclared) return [`${label(interaction)}: ${difference}`];
  if (difference === null && isDeclared) return [`${label(interaction)}: declared as different, and is not`];
  return [];
}

function areaLine(area: string, outcomes: readonly Outcome[]): string {
  const matched = outcomes.filter(({ difference }) => difference === null).length;
  return `${area.padEnd(18)} ${matched} / ${outcomes.length}`;
}

function label({ number, title }: Outcome["interaction"]): string {
  return `${String(number).padStart(3, "0")} ${title}`;
}
