/** One command that was given, with what came of it. Fields are named, values never are. */
export interface AuditRow {
  /** Milliseconds. */
  readonly at: number;
  /** Who gave it, as the sign-in established it. */
  readonly who: string;
  readonly command: string;
  readonly verb: string;
  readonly resource: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly mode: "dry run" | "applied";
  readonly fields: string;
  readonly result: string;
  /** Its id in the API server's own audit, "" = none was told. */
  readonly auditId: string;
  /** Of the object, as the API server told it; "" = not told. */
  readonly uid: string;
  /** Of a token that was made: for which group ("" = no token), and when it ends (milliseconds; null = no token). */
  readonly tokenGroup: string;
  readonly tokenEnds: number | null;
  /** A digest that is equal for the commands of one session; "" = not told, or nobody signs in. */
  readonly session: string;
  /** The address that it was asked from, and the server's own name of the request; "" = not told. */
  readonly address: string;
  readonly requestId: string;
}

/** A page of the audit, newest first. */
export interface AuditAnswer {
  readonly rows: readonly AuditRow[];
  /** Pass it as `before` for older lines; null = there are none. */
  readonly next: string | null;
  /** So many days a line is kept; null = nobody says. */
  readonly days: number | null;
  /** The number of commands of this process that the history's database has not stored yet. */
  readonly unkept: number;
}
