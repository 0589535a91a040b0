import type { Statement } from "@/lib/domain/statement";

/** The headline of the audit: the lines on the page, and the days for which each is stored; null = not limited. */
export interface CommandsAudited extends Statement {
  readonly kind: "commands-audited";
  readonly rows: number;
  readonly days: number | null;
}

export function commandsAudited(rows: number, days: number | null): CommandsAudited {
  return { kind: "commands-audited", rows, days };
}
