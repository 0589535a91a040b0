import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts texts for a browser to keep, and reads its own again. */
export interface Sealing {
  /** What a cookie may hold. */
  seal(text: string): string;
  /** Null for whatever was not sealed with one of the keys for this purpose. */
  unseal(sealed: string): string | null;
}

/** Returns the keys that are valid now, each of at least 32 bytes: the first seals, all unseal. */
export type SealingKeys = () => readonly [Buffer, ...Buffer[]];

const NONCE = 12;
const TAG = 16;

/** `keys`: the same for every process that shares what is kept. What is sealed for one purpose is nothing for another. */
export function sealing(keys: SealingKeys, purpose: string): Sealing {
  const bound = Buffer.from(purpose);
  return {
    // AES-256-GCM: nonce, what is encrypted, tag.
    seal: (text) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", cipherKey(keys()[0]), nonce).setAAD(bound);
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url");
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length <= NONCE + TAG) return null;
      for (const key of keys()) {
        const text = unsealed(bytes, cipherKey(key), bound);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function cipherKey(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}

function unsealed(bytes: Buffer, key: Buffer, bound: Buffer): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE)).setAAD(bound).setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** One random key, which only this process has. */
export function randomKeys(): SealingKeys {
  const keys = [randomBytes(32)] as const;
  return () => [...keys];
}

/**
 * Returns the valid keys of sessions: those of the setting, and for `keepMs` those that it had before, because browsers still have what they sealed. Without a
 * setting (null), one random key. `now` in milliseconds.
 */
export function changingKeys(setting: () => readonly Buffer[] | null, { now, keepMs }: { now(): number; readonly keepMs: number }): SealingKeys {
  const random = randomKeys()();
  let current = setting() ?? random;
  let former: readonly { readonly key: Buffer; readonly until: number }[] = [];
  return () => {
    const next = setting() ?? random;
    if (next !== current) former = [...current.map((key) => ({ key, until: now() + keepMs })), ...former];
    current = next;
    former = former.filter(({ key, until }) => until > now() && !current.some((one) => one.equals(key)));
    const [first = random[0], ...others] = current;
    return [first, ...others, ...former.map(({ key }) => key)];
  };
}
