import type { AuditLine } from "@/lib/server/history/keep-audit";
import type { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";
import { type AuditOrigin, keptOrigin, loggedOrigin } from "./audit-origin";
import { loggedText } from "./logged-text";
import type { SignIn } from "./viewer";

/** Where lines of the audit are kept beside the log; nobody waits for it. */
export interface KeepsAudit {
  keepAudit(line: AuditLine): void;
}

/** One sign-in, sign-out or renewal that ended: who, how, and what came of it. The log adds when. */
export interface SignInLine {
  readonly what: "sign-in" | "sign-out" | "renewal";
  readonly signIn: Pick<SignIn, "kind" | "clusters">;
  /** The user name in each cluster; empty = nobody knows. */
  readonly names: ReadonlyMap<string, string>;
  readonly result: string;
  /** Why it was refused, as a sentence. */
  readonly why?: string;
  /** The number of events that the line summarizes; missing = one. */
  readonly count?: number;
  readonly origin: AuditOrigin;
}

/** Whoever sees these in all namespaces of a cluster may read who signed in to it: such a line lies in no namespace. */
const SEEN_WITH = "workloadgroups";

/** Writes the line to the server's log, and keeps one for each cluster that learned of it. It never holds what somebody signed in with. */
export function auditSignIn(history: KeepsAudit, { what, signIn, names, result, why, count = 1, origin }: SignInLine): void {
  const who = loggedText([...new Set(names.values())].sort().join(", "));
  log("info", "audit", {
    command: what,
    who,
    how: signIn.kind,
    result: loggedText(result),
    ...(why !== undefined && { why: loggedText(why) }),
    ...(count > 1 && { count }),
    ...loggedOrigin(origin),
  });
  for (const cluster of signIn.clusters ?? []) {
    history.keepAudit({
      ...{ command: what, verb: what, resource: "sign-ins", seen_with: SEEN_WITH, cluster, namespace: "", name: "", mode: "applied", audit_id: "" },
      ...keptOrigin(origin),
      who: loggedText(names.get(cluster) ?? "") || "not known",
      fields: `by ${signIn.kind}`,
      result: loggedText(`${result}${count > 1 ? ` (${count} times within a minute)` : ""}${why === undefined ? "" : `. ${why}`}`),
    });
  }
}

/** What a line says of a refusal. */
export function refusedBy({ status, title, detail }: Refusal): Pick<SignInLine, "result" | "why"> {
  return { result: `refused: ${status} ${title}`, why: detail };
}
