import type { RequestOptions } from "node:https";
import { KubeConfig } from "@kubernetes/client-node";

/** What a connection to one API server needs. Never logged, never part of a message. */
export interface Credentials {
  readonly ca: string | Buffer | undefined;
  readonly cert: string | Buffer | undefined;
  readonly key: string | Buffer | undefined;
  readonly servername: string | undefined;
  readonly rejectUnauthorized: boolean;
  /** Authorization and impersonation. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A context, ready to be asked for credentials. Plain values, so that a fresh configuration forgets whatever was cached. */
export type KubeConfigParts = Parameters<KubeConfig["loadFromOptions"]>[0];

/**
 * Reads credentials of the current context: certificate and token files, exec plugins and auth providers are the Kubernetes client's business.
 * `fresh` forgets cached tokens. Throws where a file is missing or a plugin fails.
 */
export function credentialSource(parts: KubeConfigParts): (fresh: boolean) => Promise<Credentials> {
  let config: KubeConfig | null = null;
  return async (fresh) => {
    if (config === null || fresh) {
      config = new KubeConfig();
      config.loadFromOptions(parts);
    }
    return credentialsOf(config);
  };
}

async function credentialsOf(config: KubeConfig): Promise<Credentials> {
  const options: RequestOptions & { servername?: string } = {};
  await config.applyToHTTPSOptions(options);
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (typeof value === "string") headers.push([name, value.trim()]);
  }
  if (options.auth && !headers.some(([name]) => name.toLowerCase() === "authorization")) {
    headers.push(["Authorization", `Basic ${Buffer.from(options.auth).toString("base64")}`]);
  }
  return {
    ca: material(options.ca),
    cert: material(options.cert),
    key: material(options.key),
    servername: options.servername,
    rejectUnauthorized: options.rejectUnauthorized !== false,
    headers,
  };
}

function material(value: unknown): string | Buffer | undefined {
  return typeof value === "string" || Buffer.isBuffer(value) ? value : undefined;
}
