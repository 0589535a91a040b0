import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts texts for a browser to keep, and reads its own again. */
export interface Sealing {
  /** What a cookie may hold. */
  seal(text: string): string;
  /** Null for whatever was not sealed with this key for this purpose. */
  unseal(sealed: string): string | null;
}

const NONCE = 12;
const TAG = 16;

/** `secret`: at least 32 bytes, the same for every process that shares what is kept. What is sealed for one purpose is nothing for another. */
export function sealing(secret: Buffer, purpose: string): Sealing {
  const key = createHash("sha256").update(secret).digest();
  const bound = Buffer.from(purpose);
  return {
    // AES-256-GCM: nonce, what is encrypted, tag.
    seal: (text) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(bound);
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length <= NONCE + TAG) return null;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE)).setAAD(bound).setAuthTag(bytes.subarray(-TAG));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
