import type { CommandObjectReference } from "@/lib/contract/commands";
import { asText } from "@/lib/domain/preview/values";
import { auditOrigin } from "@/lib/server/access/audit-origin";
import type { ActingViewer, Asking, SignIn } from "@/lib/server/access/viewer";
import type { ReadRails } from "@/lib/server/guard-rails/read-rails";
import type { History } from "@/lib/server/history/history";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { Refusal } from "@/lib/server/http/problem";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { at } from "@/lib/server/kube/parse/json";
import { audit, resultOf } from "./audit-line";
import { COMMANDS } from "./declared";
import { performCommand } from "./run-command";
import { NOTHING_TOLD } from "./told-facts";

const NAME = "issue-token";

/** A token as it was handed out. It is passed on once, and kept nowhere. */
export interface HandedToken {
  readonly token: string;
  /** What the API server says of its end, never what was wished for. Milliseconds. */
  readonly expiresAt: number;
  /** What it warned of, such as a life that it shortened. */
  readonly warnings: readonly string[];
}

interface AsWhom {
  readonly request: Asking;
  readonly viewer: ActingViewer;
  readonly runtime: { readonly history: Pick<History, "keepAudit">; readonly signIn: Pick<SignIn, "sessionOf">; readonly readRails: ReadRails };
}

/** How long the token shall live, and the group whose machines it is for, which the audit names. */
interface TokenWish {
  readonly seconds: number;
  readonly group: string;
}

/**
 * Does what is to be done before a token is asked for. Where that is refused, as for a group out of sight, the token that was wished for has the audit line of a command
 * that was refused. `address` names the service account, "" = not known yet.
 */
export async function beforeToken<T>(asWhom: AsWhom, address: CommandObjectReference, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { history, signIn } = asWhom.runtime;
    const audited = { origin: auditOrigin(asWhom.request, signIn), keep: (line: AuditLine) => history.keepAudit(line) };
    const tried = { viewer: asWhom.viewer, name: NAME, command: COMMANDS[NAME], address, dryRun: false, changedFields: [], auditId: "" };
    audit({ ...tried, ...audited, told: NOTHING_TOLD, result: resultOf(thrown) });
    throw thrown;
  }
}

/** Makes a token as the viewer; `address` names the service account. */
export async function tokenForMachines(
  { request, viewer, runtime }: AsWhom,
  address: CommandObjectReference,
  { seconds, group }: TokenWish,
): Promise<HandedToken> {
  // Asked again here, whoever loaded this.
  if (!viewer.mayWrite) return unknownPath();
  const { readRails, history, signIn } = runtime;
  const audited = { origin: auditOrigin(request, signIn), keep: (line: AuditLine) => history.keepAudit(line), forGroup: group };
  const stored = { history: { decideLosses: unknownPath, changeNote: unknownPath } };
  const call = { viewer, name: NAME, command: COMMANDS[NAME], address, readRails, localAddresses: "refused" as const, ...stored, ...audited };
  const { accepted, value } = await performCommand(call, { dryRun: false, resourceVersion: "", input: { seconds } });
  const token = asText(at(value, "status", "token"));
  const expiresAt = Date.parse(asText(at(value, "status", "expirationTimestamp")));
  if (token === "" || Number.isNaN(expiresAt)) throw new Refusal(502, "No token", "The API server's answer holds no token. Ask again.");
  return { token, expiresAt, warnings: accepted.warnings ?? [] };
}
