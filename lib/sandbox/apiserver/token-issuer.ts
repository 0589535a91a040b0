import { createHash, generateKeyPairSync, randomUUID, sign, verify } from "node:crypto";
import { isRecord } from "./kube-object";

export const serverAudience = "https://kubernetes.default.svc";
const issuer = "https://kubernetes.default.svc.cluster.local";

/** Whom a token stands for, and for how long. */
export interface TokenGrant {
  readonly namespace: string;
  readonly account: ObjectName;
  /** The object with which the token ends: its kind in lower case. */
  readonly bound: (ObjectName & { readonly kind: string }) | null;
  readonly audiences: readonly string[];
  readonly seconds: number;
}

interface ObjectName {
  readonly name: string;
  readonly uid: string;
}

/** Signs tokens of service accounts (JWT, ES256) with a key of this process, and knows its own again. */
export class TokenIssuer {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #keyId = createHash("sha256")
    .update(this.#keys.publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");

  constructor(private readonly clock: () => number) {}

  issue({ namespace, account, bound, audiences, seconds }: TokenGrant): string {
    const now = Math.floor(this.clock() / 1000);
    const boundTo = bound === null ? {} : { [bound.kind]: { name: bound.name, uid: bound.uid } };
    const claims = {
      aud: audiences,
      exp: now + seconds,
      iat: now,
      iss: issuer,
      jti: randomUUID(),
      "kubernetes.io": { namespace, ...boundTo, serviceaccount: account },
      nbf: now,
      sub: `system:serviceaccount:${namespace}:${account.name}`,
    };
    const signed = `${encoded({ alg: "ES256", kid: this.#keyId })}.${encoded(claims)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), { key: this.#keys.privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  }

  /** The claims of a token of this issuer that is still good; null for any other text. */
  read(token: string): Record<string, unknown> | null {
    const [head = "", body = "", signature = "", ...rest] = token.split(".");
    if (rest.length > 0 || signature === "") return null;
    const key = { key: this.#keys.publicKey, dsaEncoding: "ieee-p1363" } as const;
    if (!verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"))) return null;
    const claims: unknown = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    return isRecord(claims) && Number(claims.exp) > this.clock() / 1000 ? claims : null;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
