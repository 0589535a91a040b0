import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { TLSSocket } from "node:tls";
import { failure } from "./status-errors";

export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A user with a static bearer token. */
export interface TokenUser {
  readonly name: string;
  readonly token: string;
  readonly groups: readonly string[];
  /** As a token file names it. Default: `uid-` and the name. */
  readonly uid?: string;
}

const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };

const unauthorized = () => failure(401, "Unauthorized", "Unauthorized");

/**
 * Who asks: by bearer token, else by client certificate, else nobody known. `issued` knows the tokens that this server signed, or an issuer that it trusts.
 * Throws 401 for a wrong token.
 */
export async function authenticate(
  headers: IncomingHttpHeaders,
  socket: TLSSocket,
  tokens: ReadonlyMap<string, TokenUser>,
  issued: (token: string) => User | null | Promise<User | null>,
): Promise<User> {
  const token = bearerOf(headers);
  if (token !== null) {
    const known = tokens.get(token);
    const user = known === undefined ? await issued(token) : userOfToken(known);
    if (user === null) throw unauthorized();
    return user;
  }
  return userOfCertificate(socket) ?? anonymous;
}

export function userOfToken(user: TokenUser): User {
  return { name: user.name, uid: user.uid ?? `uid-${user.name}`, groups: [...user.groups, "system:authenticated"] };
}

function bearerOf(headers: IncomingHttpHeaders): string | null {
  const match = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? "");
  return match?.[1] ?? null;
}

function userOfCertificate(socket: TLSSocket): User | null {
  if (!socket.authorized) return null;
  const certificate = socket.getPeerCertificate();
  const name: unknown = certificate.subject?.CN;
  if (typeof name !== "string") return null;
  const organizations: unknown = certificate.subject.O;
  const groups = Array.isArray(organizations) ? organizations.map(String) : typeof organizations === "string" ? [organizations] : [];
  const fingerprint = createHash("sha256").update(certificate.raw).digest("hex");
  return {
    name,
    groups: [...groups, "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${fingerprint}`] },
  };
}
