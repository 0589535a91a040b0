import { listenProblem } from "@/lib/server/access/listen-problem";
import { oidcProvider } from "@/lib/server/access/oidc-provider";
import type { Clock } from "@/lib/server/clock";
import { type Config, readConfig } from "@/lib/server/config";
import { Refusal } from "@/lib/server/http/problem";
import { checkClusters } from "./check-clusters";
import { checkHistory } from "./check-history";
import type { CheckedPart } from "./checked-part";

/** The longest time for clusters and provider, so that the whole check takes at most 15 s. Milliseconds. */
const PATIENCE_MS = 12_000;

interface CheckOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The address to listen on. */
  readonly hostname: string;
  readonly clock: Clock;
}

/** Checks everything that a start needs, at the same time: settings, clusters, history and sign-in. Starts nothing, and changes no cluster and no database. */
export async function checkStart({ environment, hostname, clock }: CheckOptions): Promise<readonly CheckedPart[]> {
  const read = settingsOf(environment);
  if ("parts" in read) return read.parts;
  const { config } = read;
  const problem = listenProblem(hostname, config);
  const settings: CheckedPart = problem === null ? { part: "settings", level: "fine", text: "can be used", fix: "" } : failed(problem);
  const ignored = config.ignoredSettings.map(
    (name): CheckedPart => ({ part: "settings", level: "reduced", text: `${name} is no setting, and has no effect`, fix: "Remove it." }),
  );
  const checked = await Promise.all([checkClusters(config, clock, PATIENCE_MS), checkHistory(config.history), checkSignIn(config, clock)]);
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

/** Checks the sign-in: the key of sessions, and whether the OpenID provider answers. */
async function checkSignIn({ signIn, publicUrl }: Config, clock: Clock): Promise<readonly CheckedPart[]> {
  const part = "sign-in";
  const kind: CheckedPart = { part, level: "fine", text: publicUrl === null ? signIn.kind : `${signIn.kind} at ${publicUrl.origin}`, fix: "" };
  if (signIn.kind !== "token" && signIn.kind !== "oidc") return [kind];
  const key: CheckedPart =
    signIn.secret === null
      ? { part: "session key", level: "reduced", text: "not set: a restart ends all sessions", fix: "Set STOLOS_SESSION_KEY (openssl rand -base64 32)." }
      : { part: "session key", level: "fine", text: "set", fix: "" };
  if (signIn.kind === "token") return [kind, key];
  const { provider, publicUrl: own } = signIn;
  const asked = oidcProvider(provider, {
    redirectUri: `${own.origin}/api/sign-in/callback`,
    clock,
    clusterSkewMs: () => null,
    clientSecret: () => provider.clientSecret,
  });
  try {
    await asked.begin();
    return [kind, key, { part: "provider", level: "fine", text: `${provider.issuer} answers`, fix: "" }];
  } catch (error) {
    const reason = error instanceof Refusal ? `${error.title}: ${error.message}` : error instanceof Error ? error.message : String(error);
    return [kind, key, { part: "provider", level: "reduced", text: `${provider.issuer}: ${reason}`, fix: "" }];
  }
}
