import { join } from "node:path";
import { type SignInConfig, signInConfig } from "./access/sign-in-settings";
import { databaseProblem, type HistoryConfig } from "./history/database-address";
import { type OutboundProxies, outboundProxies } from "./http/outbound-proxy";
import { unknownSettings, withoutServiceVariables } from "./misspelt-settings";
import { withSecretsOfFiles } from "./setting-files";
import { parseSettings, type SettingFields, type SettingValues } from "./settings";

/** The parsed settings: those that are used as they are (lib/server/settings.ts), and those that depend on each other. */
export interface Config extends SettingFields {
  /** True if a kubeconfig may run a program for its credentials. */
  readonly allowExec: boolean;
  /** Namespaces to read if the account may not list namespaces. */
  readonly namespaces: readonly string[];
  /** Address ranges of the proxies whose `X-Forwarded-For` is used. */
  readonly trustedProxies: readonly string[];
  readonly signIn: SignInConfig;
  readonly history: HistoryConfig;
  /** The proxies for requests to API servers and to identity providers. */
  readonly proxies: OutboundProxies;
  /** Variables with the prefix STOLOS_ that are no settings. */
  readonly ignoredSettings: readonly string[];
}

/** Reads the environment and the files of its secrets. Throws an error with one sentence per setting that cannot be used. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { problems, ignored } = unknownSettings(environment);
  const { values: set, fields } = withProblems(problems, () => parseSettings(withSecretsOfFiles(withoutServiceVariables(environment))));
  const signIn = signInConfig(set, environment);
  return {
    ...fields,
    ignoredSettings: ignored,
    signIn,
    // A user who starts the server on the own machine runs the same program with kubectl. A server for others runs none without permission.
    allowExec: set.STOLOS_ALLOW_EXEC ?? (signIn.kind === "local" && set.KUBERNETES_SERVICE_HOST === null),
    namespaces: [...new Set([...set.STOLOS_NAMESPACES, ...set.STOLOS_KIOSK_NAMESPACES])],
    trustedProxies: trustedProxies(set),
    history: historyConfig(set),
    proxies: outboundProxies(set),
  };
}

/** Returns the result of `read`. Throws one error with these problems and its own. */
function withProblems<T>(problems: readonly string[], read: () => T): T {
  let more: unknown;
  try {
    const value = read();
    if (problems.length === 0) return value;
  } catch (error) {
    more = error;
  }
  throw new Error([...problems, ...(more instanceof Error ? [more.message] : [])].join("; "), { cause: more });
}

function trustedProxies(set: SettingValues): readonly string[] {
  if (set.STOLOS_TRUSTED_PROXIES.length === 0 || set.STOLOS_PUBLIC_URL !== null) return set.STOLOS_TRUSTED_PROXIES;
  throw new Error("STOLOS_TRUSTED_PROXIES is set without STOLOS_PUBLIC_URL, the address of such a proxy: whoever connects would say from where he comes");
}

function historyConfig(set: SettingValues): HistoryConfig {
  if (set.STOLOS_HISTORY === "off") return { kind: "off", reason: "STOLOS_HISTORY is off" };
  const url = set.STOLOS_DATABASE_URL || null;
  const problem = url === null ? null : databaseProblem(url, { host: set.PGHOST, sslMode: set.PGSSLMODE });
  if (problem !== null) throw new Error(`STOLOS_DATABASE_URL: ${problem}`);
  const state = set.XDG_STATE_HOME || (set.HOME && join(set.HOME, ".local", "state"));
  const folder = set.STOLOS_DATA || (state && join(state, "stolos"));
  if (!folder && url === null) return { kind: "off", reason: "there is no folder for it: set STOLOS_DATA" };
  const days = set.STOLOS_HISTORY_DAYS;
  return { kind: "on", url, folder: folder || "", days, incidentDays: Math.max(days, set.STOLOS_INCIDENT_DAYS), maxMb: set.STOLOS_HISTORY_MAX_MB };
}
