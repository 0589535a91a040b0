import { fileURLToPath } from "node:url";

/** Headers of every answer. The Content-Security-Policy is made per request, in proxy.ts. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()" },
];

/** A worker obeys the policy of its own file, not that of the page. */
const workerPolicy = { key: "Content-Security-Policy", value: "default-src 'none'; script-src 'self'; connect-src 'self'" };

/** @type {import("next").NextConfig} */
export default {
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ["@kubernetes/client-node", "undici", "libsql", "kysely", "pg"],
  turbopack: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    // Kubeconfigs and service accounts are read where the machine keeps them: there is nothing to pack.
    ignoreIssue: [{ path: "**/lib/server/kube/**", title: /tracing|filesystem/i }],
  },
  headers: () =>
    Promise.resolve([
      { source: "/:path*", headers: securityHeaders },
      ...(process.env.NODE_ENV === "production" ? [{ source: "/_next/static/:path*", headers: [workerPolicy] }] : []),
    ]),
};
