import { formatSpan } from "./text/duration";
import { joinParts } from "./text/lists";
import { plural } from "./text/numbers";

/** Who gave a command. */
export function auditWho({ who }: { readonly who: string }): string {
  return who === "local" ? "this server's account" : who;
}

/** What the page says above its lines. */
export function auditHead({ rows, days }: { readonly rows: number; readonly days: number | null }): string {
  const kept = days === null ? "" : ` Each is kept for ${plural(days, "day")}.`;
  if (rows === 0) return `No command is recorded here.${kept}`;
  return `Commands that were given through Stolos, and who signed in and out, newest first: fields are named, values never are.${kept}`;
}

/** Text about commands that the history's database has not stored. */
export function unkeptWords({ unkept }: { readonly unkept: number }): string {
  const [are, them] = unkept === 1 ? ["is", "it"] : ["are", "them"];
  return `${plural(unkept, "command")} ${are} not stored in the history's database. The server's log has ${them}.`;
}

/** Why there is no audit to read. */
export function noAuditWords({ reason }: { readonly reason: string }): string {
  return `${reason} Each command still writes one line to the server's log.`;
}

/** What came of a command; of a token that was made also how long it lives and for whose machines it is. Milliseconds. */
export function auditResult({ result, at, tokenGroup, tokenEnds }: AuditedToken): string {
  if (tokenEnds === null) return result;
  const life = formatSpan(Math.round((tokenEnds - at) / 60_000) * 60_000);
  return `${result}: a token for ${life}, for machines of ${tokenGroup}`;
}

interface AuditedToken {
  readonly result: string;
  readonly at: number;
  readonly tokenGroup: string;
  /** Null = no token was made. */
  readonly tokenEnds: number | null;
}

/** What is known of the object of a command beside its name; "" = nothing. */
export function auditIds({ uid, auditId }: { readonly uid: string; readonly auditId: string }): string {
  return joinParts([uid === "" ? "" : `uid ${uid}`, auditId === "" ? "" : `in the API server's audit: ${auditId}`], "; ");
}

/** Where an object is; a sign-in is in a cluster. */
export function auditPlace({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  return joinParts([cluster, namespace, name], " / ");
}
