import { createServer, isIPv6 } from "node:net";
import { type KeyPlace, readKeySet } from "@/lib/server/access/key-set";
import { listenProblem } from "@/lib/server/access/listen-problem";
import { oidcProvider } from "@/lib/server/access/oidc-provider";
import type { Clock } from "@/lib/server/clock";
import { type Config, readConfig } from "@/lib/server/config";
import { HEALTH_PATH, HEALTHY } from "@/lib/server/http/health";
import { Refusal } from "@/lib/server/http/problem";
import { checkClusters } from "./check-clusters";
import { checkHistory } from "./check-history";
import type { CheckedPart } from "./checked-part";

/** The longest time for clusters and provider, so that the whole check takes at most 15 s. Milliseconds. */
const PATIENCE_MS = 12_000;

interface CheckOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The address and the port to listen on. Port 0: any free one. */
  readonly hostname: string;
  readonly port: number;
  readonly clock: Clock;
}

/** Checks everything that a start needs, at the same time: settings, clusters, history and sign-in. Starts nothing, and changes no cluster and no database. */
export async function checkStart({ environment, hostname, port, clock }: CheckOptions): Promise<readonly CheckedPart[]> {
  const read = settingsOf(environment);
  if ("parts" in read) return read.parts;
  const { config } = read;
  const problem = listenProblem(hostname, config);
  const settings: CheckedPart = problem === null ? { part: "settings", level: "fine", text: "can be used", fix: "" } : failed(problem);
  const ignored = config.ignoredSettings.map(
    (name): CheckedPart => ({ part: "settings", level: "reduced", text: `${name} is no setting, and has no effect`, fix: "Remove it." }),
  );
  const checked = await Promise.all([
    checkPort(hostname, port),
    checkClusters(config, clock, PATIENCE_MS),
    checkHistory(config.history),
    checkSignIn(config, clock),
  ]);
  return [settings, ...ignored, ...checked.flat()];
}

function settingsOf(environment: CheckOptions["environment"]): { readonly config: Config } | { readonly parts: readonly CheckedPart[] } {
  try {
    return { config: readConfig(environment) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { parts: text.split("; ").map(failed) };
  }
}

function failed(text: string): CheckedPart {
  return { part: "settings", level: "failed", text, fix: "" };
}

/** Checks that the port is free, or used by a running Stolos: then this is a check beside it. */
async function checkPort(hostname: string, port: number): Promise<CheckedPart> {
  const part = "port";
  const code = await new Promise<string>((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
    server.listen(port, hostname, () => server.close(() => resolve("")));
  });
  if (code === "") return { part, level: "fine", text: `${hostname}:${port} is free`, fix: "" };
  const answer = await fetch(`http://${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}${HEALTH_PATH}`, { signal: AbortSignal.timeout(2_000) })
    .then((response) => response.text())
    .catch(() => "");
  if (answer === HEALTHY) return { part, level: "fine", text: `${hostname}:${port} is used by a running Stolos`, fix: "" };
  return { part, level: "failed", text: `${hostname}:${port} cannot be used (${code})`, fix: "Choose another port with --port or STOLOS_PORT." };
}

/** Checks the sign-in: the key of sessions, whether the OpenID provider answers, and whether the keys of a proxy's tokens can be read. */
async function checkSignIn({ signIn, publicUrl }: Config, clock: Clock): Promise<readonly CheckedPart[]> {
  const part = "sign-in";
  const kind: CheckedPart = { part, level: "fine", text: publicUrl === null ? signIn.kind : `${signIn.kind} at ${publicUrl.origin}`, fix: "" };
  if (signIn.kind === "proxy") return [kind, await checkKeys(signIn.keys)];
  if (signIn.kind !== "token" && signIn.kind !== "oidc") return [kind];
  const key: CheckedPart =
    signIn.secret === null
      ? { part: "session key", level: "reduced", text: "not set: a restart ends all sessions", fix: "Set STOLOS_SESSION_KEY (openssl rand -base64 32)." }
      : { part: "session key", level: "fine", text: "set", fix: "" };
  if (signIn.kind === "token") return [kind, key];
  const { provider, publicUrl: own } = signIn;
  const logged: string[] = [];
  const asked = oidcProvider(provider, {
    redirectUri: `${own.origin}/api/sign-in/callback`,
    clock,
    clusterSkewMs: () => null,
    clientSecret: () => provider.clientSecret,
    write: (_level, _message, fields) => void logged.push(String(fields?.reason ?? "")),
  });
  try {
    await asked.begin();
    return [kind, key, { part: "provider", level: "fine", text: `${provider.issuer} answers`, fix: "" }];
  } catch (error) {
    return [kind, key, { part: "provider", level: "reduced", text: `${provider.issuer}: ${logged.at(-1) || reasonIn(error)}`, fix: "" }];
  }
}

/** Checks the public keys of a proxy's tokens. A server starts without those of an address, and signs nobody in until they are there. */
async function checkKeys(place: KeyPlace): Promise<CheckedPart> {
  const where = "file" in place ? place.file : place.url;
  try {
    const { keys } = await readKeySet(place);
    return { part: "keys", level: "fine", text: `${keys.length} that check signatures in ${where}`, fix: "" };
  } catch (error) {
    const setting = "file" in place ? "STOLOS_PROXY_JWKS_FILE" : "STOLOS_PROXY_JWKS_URL";
    return {
      part: "keys",
      level: "file" in place ? "failed" : "reduced",
      text: `${setting} ${where}: ${reasonIn(error)}`,
      fix: "Nobody can sign in without them.",
    };
  }
}

function reasonIn(error: unknown): string {
  if (error instanceof Refusal) return `${error.title}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
