import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Headers of every answer; the program in front of it adds them to what never comes this far. The Content-Security-Policy is made per request, in proxy.ts. */
const shared = JSON.parse(readFileSync(new URL("lib/server/http/security-headers.json", import.meta.url), "utf8"));
const securityHeaders = Object.entries(shared).map(([key, value]) => ({ key, value }));

/** A worker obeys the policy of its own file, not that of the page. */
const workerPolicy = { key: "Content-Security-Policy", value: "default-src 'none'; script-src 'self'; connect-src 'self'; report-uri /api/policy-reports" };

/** @type {import("next").NextConfig} */
export default {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // A body is kept while proxy.ts runs; no route reads more of one than lib/server/http/body-limit.ts.
  experimental: {
    proxyClientMaxBodySize: 128 * 1024,
    // A page can answer 401 and 403: app/unauthorized.tsx, app/forbidden.tsx.
    authInterrupts: true,
    // What a next build could take over, 180 MB of it: a machine that only tests has no next build.
    turbopackFileSystemCacheForBuild: process.env.CI === undefined,
  },
  typescript: { ignoreBuildErrors: process.env.STOLOS_TYPES_CHECKED === "true" },
  images: { unoptimized: true },
  serverExternalPackages: ["undici", "libsql", "kysely", "pg"],
  turbopack: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    // What the server uses of it, and nothing else: lib/tooling/kube-config.mjs.
    resolveAlias: {
      "@kubernetes/client-node": "./.stolos/kube-config.mjs",
      // What the sources call of it, and nothing else: lib/tooling/zod-mini.mjs. While one edits, they may call more of it at any moment.
      ...(process.env.NODE_ENV === "production" ? { "zod/mini": "./.stolos/zod-mini.mjs" } : {}),
    },
    // Kubeconfigs and service accounts are read where the machine keeps them: there is nothing to pack.
    ignoreIssue: [{ path: "**/lib/server/kube/**", title: /tracing|filesystem/i }],
  },
  headers: () =>
    Promise.resolve([
      { source: "/:path*", headers: securityHeaders },
      ...(process.env.NODE_ENV === "production" ? [{ source: "/_next/static/:path*", headers: [workerPolicy] }] : []),
    ]),
};
