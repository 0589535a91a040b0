import type { CommandObjectReference } from "@/lib/contract/commands";
import { truncateText } from "@/lib/domain/object/clean-text";
import type { Viewer } from "@/lib/domain/source/scope";
import { shownText } from "@/lib/format/shown-text";
import { listAndMore } from "@/lib/format/text/lists";
import { type AuditOrigin, keptOrigin, loggedOrigin } from "@/lib/server/access/audit-origin";
import { signedInName } from "@/lib/server/access/signed-in-name";
import type { AuditLine as KeptLine } from "@/lib/server/history/keep-audit";
import { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";
import { withoutSecrets } from "@/lib/server/without-secrets";
import type { Command } from "./command";
import { seenWith } from "./seen-with";
import type { ToldFacts } from "./told-facts";

/** Keeps a line beside the log; nobody waits for it. */
export type KeepAudit = (line: KeptLine) => void;

/** One command that was given: who, what, where, as a trial or not, which fields, and what came of it. The log adds when. */
export interface AuditLine {
  readonly viewer: Pick<Viewer, "subject">;
  readonly name: string;
  readonly command: Pick<Command, "verb" | "kind" | "subresource">;
  readonly address: CommandObjectReference;
  readonly dryRun: boolean;
  /** Names of fields, never values. */
  readonly changedFields: readonly string[];
  readonly result: string;
  /** The API server's own id of it, "" = none was told. */
  readonly auditId: string;
  readonly told: ToldFacts;
  /** Of a token: the group whose machines it is for. Missing = it is no token. */
  readonly forGroup?: string;
  readonly origin: AuditOrigin;
  readonly keep: KeepAudit;
}

/** Texts of strangers are cut, and what cannot be seen in them is spelled out: a line stays one line, and reads as it was written. */
const FIELDS_AT_MOST = 50;
const TEXT_AT_MOST = 300;

/** Writes the audit line to the server's log, and keeps it in the history. */
export function audit(line: AuditLine): void {
  const { viewer, name, command, address, dryRun, changedFields, result, auditId, told: facts, forGroup = "", origin, keep } = line;
  const { verb, kind, subresource } = command;
  const told = {
    who: plain(viewer.subject),
    command: name,
    verb,
    resource: subresource === "" ? kind : `${kind}/${subresource}`,
    cluster: plain(address.cluster),
    namespace: plain(address.namespace),
    name: plain(address.name),
    mode: dryRun ? "dry run" : "applied",
    fields: fieldsOf(changedFields),
    result: plain(result),
  } as const;
  const [uid, group] = [plain(facts.uid), plain(forGroup)];
  const token = facts.tokenEnds === null ? {} : { group, tokenEnds: new Date(facts.tokenEnds).toISOString() };
  log("info", "audit", { ...told, ...(uid !== "" && { uid }), ...token, ...(auditId !== "" && { auditId }), ...loggedOrigin(origin) });
  const kept = { ...keptOrigin(origin), object_uid: uid, token_group: facts.tokenEnds === null ? null : group, token_ends: facts.tokenEnds };
  keep({ ...told, ...kept, who: plain(signedInName(viewer.subject, address.cluster)), seen_with: seenWith(kind), audit_id: auditId });
}

/** What came of a command that did not succeed: the status and title of the refusal, which hold nothing that was typed. */
export function resultOf(thrown: unknown): string {
  return thrown instanceof Refusal ? `refused: ${thrown.status} ${thrown.title}` : "failed";
}

function fieldsOf(names: readonly string[]): string {
  return listAndMore(names.slice(0, FIELDS_AT_MOST).map(plain), names.length - FIELDS_AT_MOST, { commas: true });
}

function plain(text: string): string {
  return shownText(withoutSecrets(truncateText(text, TEXT_AT_MOST)));
}
