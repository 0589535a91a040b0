import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** Signs tokens as an identity provider does. */
export interface TokenSigner {
  /** The public half of the key, as it is published. */
  readonly publicKey: JWK;
  /** A signed token with these claims; its header names the key. `header`: what the header says instead. */
  sign(claims: JWTPayload, header?: Readonly<Record<string, string>>): Promise<string>;
}

/** A signer with a new key of this name. */
export async function tokenSigner(kid: string, alg = "ES256"): Promise<TokenSigner> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" },
    sign: (claims, header = {}) => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

/** A token whose header and claims say this, with a signature that nobody made. */
export function forgedToken(header: object, claims: JWTPayload, signature = "c2lnbmF0dXJl"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}.${signature}`;
}
