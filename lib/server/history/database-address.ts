import { isLoopbackHost } from "@/lib/server/http/inbound-headers";

/** Parameters of a PostgreSQL address that say whether the connection is encrypted, as node-postgres reads them. */
const ABOUT_TLS = ["sslmode", "ssl", "sslrootcert"] as const;

/**
 * What is wrong with the address of a PostgreSQL server, as the rest of a sentence that begins with its setting; null where nothing is. It never repeats the
 * address, which may hold a password. Where nothing is said of encryption there is none, and the record and the audit cross the network in plain text.
 * `defaultHost`: the host of an address that names none (PGHOST).
 */
export function databaseProblem(address: string, defaultHost: string): string | null {
  const url = parsed(address);
  if (url === null) return "is no address of a PostgreSQL server: postgres://…";
  const parameter = (name: string) => url.searchParams.getAll(name).at(-1) ?? "";
  const host = parameter("host") || url.hostname || defaultHost;
  if (isThisMachine(host) || ABOUT_TLS.some((name) => parameter(name) !== "")) return null;
  return "names another machine and does not say whether the connection is encrypted: add sslmode=verify-full (sslrootcert=FILE for an authority of your own), or sslmode=disable where nobody else can read that network";
}

/** A socket's folder is a host too, which stands in the parameters where the address has a user: `postgres://stolos@/stolos?host=/run/postgresql`. */
function parsed(address: string): URL | null {
  if (!/^postgres(ql)?:\/\/./.test(address)) return null;
  for (const tried of [address, address.replace("@/", "@localhost/")]) if (URL.canParse(tried)) return new URL(tried);
  return null;
}

/** A folder, of a socket, is written as it is or with its slashes encoded. */
function isThisMachine(host: string): boolean {
  return host === "" || host === "::1" || /^(\/|%2f)/i.test(host) || isLoopbackHost(host);
}
