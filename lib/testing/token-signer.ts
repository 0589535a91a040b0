import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";
import { type JWK, type JWTPayload, SignJWT } from "jose";

/** Signs tokens as an identity provider does. */
export interface TokenSigner {
  /** The public half of the key, as it is published. */
  readonly publicKey: JWK;
  /** A signed token with these claims; its header names the key. `header`: what the header says instead. */
  sign(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
}

/** A signer with a new key of this name. */
export function tokenSigner(kid: string, alg: "ES256" | "RS256" = "ES256"): TokenSigner {
  const { publicKey, privateKey } = newKeys(alg);
  return {
    publicKey: { ...(publicKey.export({ format: "jwk" }) as JWK), kid, alg, use: "sig" },
    sign: (claims, header = {}) => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

function newKeys(alg: "ES256" | "RS256"): KeyPairKeyObjectResult {
  return alg === "ES256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("rsa", { modulusLength: 2_048 });
}

/** A token whose header and claims say this, with a signature that nobody made. */
export function forgedToken(header: object, claims: JWTPayload, signature = "c2lnbmF0dXJl"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}.${signature}`;
}
