import { plural } from "./count";

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

/** Commands that only the server's log has. */
export function unkeptWords({ unkept }: { readonly unkept: number }): string {
  const are = unkept === 1 ? "is" : "are";
  return `${plural(unkept, "command")} ${are} in the server's log only: the history's database did not take ${unkept === 1 ? "it" : "them"}.`;
}

/** Why there is no audit to read. */
export function noAuditWords({ reason }: { readonly reason: string }): string {
  return `${reason} Each command still writes one line to the server's log.`;
}

/** Where an object is; a sign-in is in a cluster. */
export function auditPlace({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  return [cluster, namespace, name].filter((part) => part !== "").join(" / ");
}
