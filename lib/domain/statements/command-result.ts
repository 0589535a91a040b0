import type { Statement } from "@/lib/domain/statement";

/** The outcome of one command for each of several objects. `refused` counts commands without an answer, too. */
export interface CommandResult extends Statement {
  readonly kind: "command-result";
  readonly accepted: number;
  readonly refused: number;
}

/** The statement of such an outcome. */
export function commandResult({ accepted, refused }: { readonly accepted: number; readonly refused: number }): CommandResult {
  return { kind: "command-result", accepted, refused };
}
