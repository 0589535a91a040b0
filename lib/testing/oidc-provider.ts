import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration } from "oidc-provider";
import { certificate } from "./certificate";
import { providerMemory } from "./provider-memory";

/** Somebody whom the provider knows; whoever types this name is taken for him. */
interface ProviderUser {
  readonly groups?: readonly string[];
  /** Further claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A real OpenID provider on loopback, over TLS. */
export interface TestProvider {
  readonly issuer: string;
  /** The certificate that its own is signed with, as PEM. */
  readonly ca: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs with another key from now on; tokens of before are not known by the keys that it publishes. */
  rotateKeys(): void;
  /** Ends every connection and answers nobody, until it is `up` again. */
  down(): void;
  up(): void;
  /** Takes back everything that was ever granted to a user. */
  revoke(user: string): Promise<void>;
  /** Paths that were asked for, with their methods, newest last. */
  readonly asked: readonly string[];
  /** Every code and token that it gave, each by what it is: `code`, `id_token`, `access_token`, `refresh_token`. */
  readonly given: readonly (readonly [what: string, secret: string])[];
  close(): Promise<void>;
}

export interface TestProviderOptions {
  /** Read with each request: a test may know its address later. */
  readonly redirectUris: () => readonly string[];
  readonly users: Readonly<Record<string, ProviderUser>>;
  readonly idTokenSeconds?: number;
}

const CLIENT = { id: "stolos", secret: "a-secret-of-this-test-alone" } as const;

/** Starts one on a free port of localhost. Refresh tokens are good for one time only: whoever uses one twice loses all. */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const { key, cert } = await certificate("localhost", new Date(Date.now() + 86_400_000));
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  let isDown = false;
  const asked: string[] = [];
  const given: [string, string][] = [];
  const adapter = providerMemory();
  const grants = new Map<string, Set<string>>();
  const server = createServer({ key, cert }, (request, response) => {
    if (isDown) return void request.socket.destroy();
    asked.push(`${request.method} ${request.url?.split("?")[0]}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  let provider: Provider;
  const begin = () => {
    provider = new Provider(issuer, { ...configurationOf(options, grants), adapter });
    provider.on("authorization.success", (_context, answer) => noteSecrets(answer, given));
    provider.on("grant.success", ({ body }) => noteSecrets(body, given));
    const application = provider.callback();
    const latest = provider;
    answer = (request, response) => (request.url?.startsWith("/interaction/") ? signInPage(latest, request, response) : application(request, response));
  };
  begin();
  return {
    ...{ issuer, ca: cert, clientId: CLIENT.id, clientSecret: CLIENT.secret, asked, given },
    rotateKeys: begin,
    down: () => {
      isDown = true;
      server.closeAllConnections();
    },
    up: () => {
      isDown = false;
    },
    revoke: async (user) => {
      for (const id of grants.get(user) ?? []) await (await provider.Grant.find(id))?.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of an answer of the provider, what nobody else may know. */
function noteSecrets(answer: unknown, given: [string, string][]): void {
  if (typeof answer !== "object" || answer === null) return;
  for (const [what, secret] of Object.entries(answer)) if (/^code$|_token$/.test(what) && typeof secret === "string") given.push([what, secret]);
}

function configurationOf({ redirectUris, users, idTokenSeconds = 300 }: TestProviderOptions, grants: Map<string, Set<string>>): Configuration {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const further = [...new Set(Object.values(users).flatMap(({ claims = {} }) => Object.keys(claims)))];
  return {
    clients: [
      {
        ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris()] },
        ...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] },
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: `key-${Math.random()}` } as never] },
    cookies: { keys: ["a key of this test"] },
    claims: { openid: ["sub", "groups", ...further], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    ttl: { IdToken: idTokenSeconds, AccessToken: 300, AuthorizationCode: 60, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => {
      const user = users[id];
      if (user === undefined) return undefined;
      return { accountId: id, claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: true, groups: user.groups, ...user.claims }) };
    },
    // Nobody is asked for consent: it is one company.
    loadExistingGrant: async ({ oidc }) => {
      const { client, account, provider, session } = oidc;
      const known = client === undefined ? undefined : session?.grantIdFor(client.clientId);
      const found = known === undefined ? undefined : await provider.Grant.find(known);
      if (found !== undefined || account === undefined || client === undefined) return found;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope("openid email offline_access");
      grants.set(account.accountId, new Set([...(grants.get(account.accountId) ?? []), await grant.save()]));
      return grant;
    },
  };
}

/** A page with one field: who are you? Nobody is asked to prove it. */
async function signInPage(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<!doctype html><title>Provider</title><form method="post"><label>User <input name="user"></label><button>Continue</button></form>');
    return;
  }
  let body = "";
  for await (const part of request) body += String(part);
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId: new URLSearchParams(body).get("user") ?? "" } },
    { mergeWithLastSubmission: false },
  );
}
