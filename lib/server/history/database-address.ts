import { isLoopbackHost } from "@/lib/server/http/inbound-headers";

/** Parameters of a PostgreSQL address that say whether the connection is encrypted, as node-postgres reads them. */
const ABOUT_TLS = ["sslmode", "ssl", "sslrootcert"] as const;
/** What PGSSLMODE may say, which counts where the address says nothing. */
const SSL_MODES: readonly string[] = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
/** Stands for the host of an address that names none: no machine has this name (RFC 2606). */
const NO_HOST = "no-host.invalid";

/** The storage of the history and its limits. `url` can contain a password: never log or send it. */
export type HistoryConfig =
  | { readonly kind: "off"; readonly reason: string }
  | {
      readonly kind: "on";
      readonly url: string | null;
      readonly folder: string;
      readonly days: number;
      /** An incident is stored for so many days after its end; at least `days`. */
      readonly incidentDays: number;
      readonly maxMb: number;
    };

/** Variables that node-postgres reads where an address does not say it. */
export interface DatabaseDefaults {
  readonly host: string;
  readonly sslMode: string;
}

/**
 * What is wrong with the address of a PostgreSQL server, as the rest of a sentence that begins with its setting; null where nothing is. It never repeats the
 * address, which may hold a password. Where nothing is said of encryption there is none, and the record and the audit cross the network in plain text.
 * `defaults`: what PGHOST and PGSSLMODE say, "" = nothing.
 */
export function databaseProblem(address: string, defaults: DatabaseDefaults): string | null {
  const url = parsed(address);
  if (url === null) return "is no address of a PostgreSQL server: postgres://…";
  const parameter = (name: string) => url.searchParams.getAll(name).at(-1) ?? "";
  const host = parameter("host") || (url.hostname === NO_HOST ? "" : url.hostname) || defaults.host;
  if (isThisMachine(host) || ABOUT_TLS.some((name) => parameter(name) !== "") || SSL_MODES.includes(defaults.sslMode)) return null;
  return "names another machine and does not say whether the connection is encrypted: add sslmode=verify-full (sslrootcert=FILE for an authority of your own), or sslmode=disable where nobody else can read that network";
}

/** A socket's folder is a host too, which stands in the parameters where the address has a user: `postgres://stolos@/stolos?host=/run/postgresql`. */
function parsed(address: string): URL | null {
  if (!/^postgres(ql)?:\/\/./.test(address)) return null;
  for (const tried of [address, address.replace("@/", `@${NO_HOST}/`)]) if (URL.canParse(tried)) return new URL(tried);
  return null;
}

/** A folder, of a socket, is written as it is or with its slashes encoded. */
function isThisMachine(host: string): boolean {
  return host === "" || host === "::1" || /^(\/|%2f)/i.test(host) || isLoopbackHost(host);
}
