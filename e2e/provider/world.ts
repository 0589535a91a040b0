import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDashboard, startSandbox, untilReady } from "@/e2e/house";
import { certificate } from "@/lib/testing/certificate";
import { startHttpProxy } from "@/lib/testing/http-proxy";
import { startTestProvider, type TestProvider } from "@/lib/testing/oidc-provider";

/** The name under which browsers know Stolos here; they look it up on this machine. */
export const PUBLIC_HOST = "stolos.example";

/** A provider, an API server that trusts it, and replicas of Stolos behind a proxy in which TLS ends. */
export interface ProviderWorld {
  /** The public URL. */
  readonly address: string;
  readonly provider: TestProvider;
  /** The first replica's own address, behind the proxy. */
  readonly behindProxy: string;
  /** The folder of the kubeconfigs of the API server's users. */
  readonly folder: string;
  /** What all replicas wrote to their logs. */
  log(): string;
  end(): Promise<void>;
}

interface WorldOptions {
  readonly replicas: number;
  /** How long an ID token is good. */
  readonly idTokenSeconds: number;
  /** Settings of the replicas beside their own. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** `jane` may read everything, `joe` the namespace shop alone. */
const USERS = { jane: { groups: ["viewers"] }, joe: { groups: ["team-shop"] } };

export async function startProviderWorld({ replicas, idTokenSeconds, settings: more = {} }: WorldOptions): Promise<ProviderWorld> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-provider-"));
  const proxy = await startHttpProxy([], { host: PUBLIC_HOST, ...(await certificate(PUBLIC_HOST, new Date(Date.now() + 86_400_000))) });
  const provider = await startTestProvider({ redirectUris: () => [`${proxy.address}/api/sign-in/callback`], users: USERS, idTokenSeconds });
  const ca = join(folder, "provider.pem");
  writeFileSync(ca, provider.ca);
  const naming = { "username-prefix": "oidc:", "groups-claim": "groups", "groups-prefix": "stolos:" };
  const options = { issuer: provider.issuer, "client-id": provider.clientId, ca, ...naming };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--oidc-${name}`, value]);
  const sandbox = await startSandbox(folder, ["--scenario", "steady", "--seed", "1", "--speed", "4", ...flags]);
  const settings = {
    ...{ KUBECONFIG: join(folder, "kubeconfig"), STOLOS_TIME_SCALE: "4", STOLOS_BEAT_SECONDS: "1" },
    ...{ STOLOS_PUBLIC_URL: proxy.address, STOLOS_SESSION_KEY: randomBytes(32).toString("base64"), STOLOS_SIGN_IN: "oidc" },
    ...{ STOLOS_OIDC_ISSUER: provider.issuer, STOLOS_OIDC_CLIENT_ID: provider.clientId, STOLOS_OIDC_CLIENT_SECRET: provider.clientSecret },
    ...{ STOLOS_OIDC_CA: ca, STOLOS_OIDC_USERNAME_PREFIX: "oidc:", STOLOS_OIDC_GROUPS_CLAIM: "groups", STOLOS_OIDC_GROUPS_PREFIX: "stolos:" },
    ...more,
  };
  const dashboards = await Promise.all(Array.from({ length: replicas }, () => startDashboard(settings)));
  await Promise.all(dashboards.map(({ port }) => untilReady(`http://127.0.0.1:${port}`)));
  proxy.targets = dashboards.map(({ port }) => port);
  return {
    ...{ address: proxy.address, provider, folder, behindProxy: `http://127.0.0.1:${dashboards[0]?.port}` },
    log: () => dashboards.map(({ program }) => program.log()).join(""),
    end: async () => {
      await Promise.all([proxy.close(), provider.close()]);
      await Promise.all([...dashboards.map(({ program }) => program.end()), sandbox.program.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
