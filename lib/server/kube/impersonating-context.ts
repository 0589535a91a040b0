import { type ClusterContext, changedOrigin } from "./cluster-context";
import type { Credentials } from "./credentials";
import type { Impersonated } from "./impersonation";

/**
 * The same cluster, spoken to with the server's own credentials for somebody else: every request names that user and those groups, and none is
 * sent without. Refuses credentials that impersonate already.
 */
export function impersonatingContext(context: ClusterContext, as: Impersonated): ClusterContext {
  const headers = [["Impersonate-User", as.user], ...as.groups.map((group) => ["Impersonate-Group", group] as const)] as const;
  const { cluster, server, proxyUrl, origin } = context;
  return {
    ...{ cluster, server, proxyUrl, namespace: "" },
    async credentials(fresh): Promise<Credentials> {
      const own = await context.credentials(fresh);
      if (own.headers.some(([name]) => isImpersonating(name))) throw new Error("they impersonate somebody already, and can speak for nobody else");
      return { ...own, headers: [...own.headers, ...headers] };
    },
    ...(origin === undefined ? {} : { origin: changedOrigin(origin, (read) => impersonatingContext(read, as)) }),
  };
}

function isImpersonating(header: string): boolean {
  return header.toLowerCase().startsWith("impersonate-");
}
