import { type ClusterContext, changedOrigin } from "./cluster-context";

/**
 * The same cluster, spoken to with somebody's bearer token: of the server's own credentials only what proves the API server stays. Its certificate,
 * its token and whom it impersonates do not. A token is not sent where the API server cannot be told from another one.
 */
export function tokenContext(context: ClusterContext, token: string): ClusterContext {
  const { cluster, server, proxyUrl, origin } = context;
  return {
    ...{ cluster, server, proxyUrl, namespace: "" },
    async credentials(fresh) {
      const { ca, servername, rejectUnauthorized } = await context.credentials(fresh);
      if (!isPrivate(server, rejectUnauthorized)) throw new Error(`tokens are not sent to ${server}: nothing proves which server that is`);
      return { ca, servername, rejectUnauthorized, cert: undefined, key: undefined, headers: [["Authorization", `Bearer ${token}`]] };
    },
    ...(origin === undefined ? {} : { origin: changedOrigin(origin, (read) => tokenContext(read, token)) }),
  };
}

/** TLS with a server that proves who it is, or this machine itself. */
function isPrivate(server: string, isVerified: boolean): boolean {
  const { protocol, hostname } = new URL(server);
  return (protocol === "https:" && isVerified) || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
