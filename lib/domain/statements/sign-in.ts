import type { Statement } from "@/lib/domain/statements/statement";

/**
 * The headline of a sign-in page. `name`: the user of the present session; null = none. `mayWrite`: whether that user may write; null = not shown.
 */
export interface SignInStatement extends Statement {
  readonly kind: "sign-in";
  readonly through: "token" | "provider" | "proxy";
  readonly name: string | null;
  readonly mayWrite: boolean | null;
}

/** The headline of a page for a visitor whom the server refused. `refusal`: the code of the reason. */
export interface AccessRefusedStatement extends Statement {
  readonly kind: "turned-away";
  readonly refusal: string;
}
