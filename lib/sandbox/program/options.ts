import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { IssuerOptions } from "@/lib/sandbox/apiserver/trusted-issuer";
import { scenarios } from "@/lib/sandbox/scenarios/director";

export interface SandboxOptions {
  readonly scenario: string;
  readonly seed: number;
  /** Machines of a generated fleet; null = the demo's own (or none, for the scenario `empty`). */
  readonly entries: number | null;
  readonly port: number;
  /** The file for the kubeconfig; the other users' files go beside it. */
  readonly kubeconfig: string;
  readonly speed: number;
  /** Port of the control API, 0 = any free one, null = none. */
  readonly control: number | null;
  /** `--keepaliveMaxServerConnectionAge` before it is sped up, in ms; null = what suits the fleet. */
  readonly maxAgeMs: number | null;
  /** How often a watch that is quiet brings a bookmark, in ms; null = about every minute, as kube-apiserver does. */
  readonly bookmarkMs: number | null;
  /** Sandboxes with the same text know the same people by the same tokens; null = tokens of this run alone. */
  readonly tokens: string | null;
  /** The longest life of a service account's token that is asked for; null = as long as was asked. */
  readonly maxTokenSeconds: number | null;
  /** A JSON file with a cluster's name and objects, which are served in place of a fleet; null = none. */
  readonly objects: string | null;
  /** An OpenID provider whose users are users here; null = none. */
  readonly issuer: IssuerOptions | null;
}

const flags = {
  scenario: { type: "string" },
  seed: { type: "string" },
  entries: { type: "string" },
  port: { type: "string" },
  kubeconfig: { type: "string" },
  speed: { type: "string" },
  control: { type: "string" },
  "max-age": { type: "string" },
  "bookmark-seconds": { type: "string" },
  tokens: { type: "string" },
  "max-token-seconds": { type: "string" },
  objects: { type: "string" },
  "oidc-issuer": { type: "string" },
  "oidc-client-id": { type: "string" },
  "oidc-ca": { type: "string" },
  "oidc-username-claim": { type: "string" },
  "oidc-username-prefix": { type: "string" },
  "oidc-groups-claim": { type: "string" },
  "oidc-groups-prefix": { type: "string" },
} as const;

/** Entries of the scenario `huge`. */
const hugeEntries = 100_000;

/** Reads flags, else SANDBOX_… variables, else defaults. Throws with a sentence for a person when something makes no sense. */
export function readOptions(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): SandboxOptions {
  const { values } = parseArgs({ args: [...args], options: flags });
  const text = (name: keyof typeof flags): string | undefined => values[name] ?? environment[`SANDBOX_${name.toUpperCase().replaceAll("-", "_")}`];
  const number = (name: keyof typeof flags, low: number, high: number): number | null => {
    const given = text(name);
    if (given === undefined || given === "") return null;
    const value = Number(given);
    if (Number.isNaN(value) || value < low || value > high) throw new Error(`--${name} wants a number from ${low} to ${high}, not "${given}"`);
    return value;
  };
  const scenario = text("scenario") ?? "demo";
  if (!scenarios.has(scenario)) throw new Error(`--scenario wants one of ${[...scenarios.keys()].join(", ")}, not "${scenario}"`);
  const maxAgeSeconds = number("max-age", 1, 1_000_000);
  const bookmarkSeconds = number("bookmark-seconds", 1, 3_600);
  return {
    scenario,
    seed: number("seed", 0, 2 ** 32 - 1) ?? 1,
    entries: number("entries", 0, 1_000_000) ?? (scenario === "huge" ? hugeEntries : null),
    port: number("port", 0, 65_535) ?? 0,
    kubeconfig: text("kubeconfig") ?? "sandbox.kubeconfig",
    speed: number("speed", 0.01, 1000) ?? 1,
    control: number("control", 0, 65_535),
    maxAgeMs: maxAgeSeconds === null ? null : maxAgeSeconds * 1000,
    bookmarkMs: bookmarkSeconds === null ? null : bookmarkSeconds * 1000,
    tokens: text("tokens") || null,
    maxTokenSeconds: number("max-token-seconds", 1, 2 ** 32),
    objects: text("objects") || null,
    issuer: issuerOf(text),
  };
}

/** As kube-apiserver: the issuer and the audience of its tokens belong together. */
function issuerOf(text: (name: keyof typeof flags) => string | undefined): IssuerOptions | null {
  const [issuer, clientId, ca] = [text("oidc-issuer") || null, text("oidc-client-id") || null, text("oidc-ca") || null];
  if (issuer === null && clientId === null) return null;
  if (issuer === null || clientId === null) throw new Error("--oidc-issuer and --oidc-client-id go together");
  return {
    ...{ issuer, clientId, ca: ca === null ? null : readFileSync(ca, "utf8") },
    usernameClaim: text("oidc-username-claim"),
    usernamePrefix: text("oidc-username-prefix"),
    groupsClaim: text("oidc-groups-claim"),
    groupsPrefix: text("oidc-groups-prefix"),
  };
}
