/** One command with its result. It contains the names of the changed fields and never their values. */
export interface AuditRow {
  /** Milliseconds. */
  readonly at: number;
  /** The user of the command, as the sign-in identified them. */
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
  /** The id in the API server's own audit log; "" = not known. */
  readonly auditId: string;
  /** The uid of the object from the API server; "" = not known. */
  readonly uid: string;
  /** For a new token: its group ("" = no token) and its expiry (milliseconds; null = no token). */
  readonly tokenGroup: string;
  readonly tokenEnds: number | null;
  /** A digest that is equal for the commands of one session; "" = not known, or sign-in is off. */
  readonly session: string;
  /** The client's address, and this server's id of the request; "" = not known. */
  readonly address: string;
  readonly requestId: string;
}

/** A page of the audit, newest first. */
export interface AuditAnswer {
  readonly rows: readonly AuditRow[];
  /** The value of `before` for older lines; null = there are none. */
  readonly next: string | null;
  /** The retention of a line in days; null = not known. */
  readonly days: number | null;
  /** The number of commands of this process that the history's database has not stored yet. */
  readonly unkept: number;
}
