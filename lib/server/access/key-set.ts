import { readFile } from "node:fs/promises";
import type { JSONWebKeySet, JWK } from "jose";
import { type Dispatcher, request } from "undici";
import { boundedText } from "@/lib/server/http/bounded-text";
import { type OutboundProxies, outbound } from "@/lib/server/http/outbound-proxy";

/** Where the keys are published that tokens are signed with. */
export type KeyPlace = { readonly url: string; readonly proxies: OutboundProxies } | { readonly file: string };

const LIMIT_MS = 5_000;
const MOST_BYTES = 256 * 1024;
const ASYMMETRIC: readonly unknown[] = ["RSA", "EC", "OKP"];

/** Reads the keys as they are now. Throws a sentence where that cannot be done, or where there is none that may be used. */
export async function readKeySet(place: KeyPlace): Promise<JSONWebKeySet> {
  return parseKeySet("file" in place ? await readFile(place.file, "utf8") : await fetched(place));
}

/** The public keys of a JSON Web Key Set (RFC 7517) that check signatures. Throws a sentence where there is none, and where it tells a secret. */
export function parseKeySet(text: string): JSONWebKeySet {
  if (text.length > MOST_BYTES) throw new Error("the key set is too large");
  const keys = keysIn(text);
  if (keys.some((key) => key.kty === "oct" || "d" in key)) throw new Error("the key set holds a secret: it must hold public keys only");
  const usable = keys.filter((key) => ASYMMETRIC.includes(key.kty) && (key.use === undefined || key.use === "sig"));
  if (usable.length === 0) throw new Error("the key set holds no public key that checks signatures");
  return { keys: usable };
}

function keysIn(text: string): readonly JWK[] {
  try {
    const { keys }: { keys?: unknown } = JSON.parse(text);
    if (Array.isArray(keys) && keys.every((key) => typeof key === "object" && key !== null)) return keys;
  } catch (cause) {
    throw new Error("the key set is no JSON", { cause });
  }
  throw new Error('the key set has no list of "keys"');
}

/** One GET, which follows nothing: where the keys are is what the settings say. */
async function fetched({ url, proxies }: Extract<KeyPlace, { readonly url: string }>): Promise<string> {
  const connections = outbound(proxies, null);
  try {
    return await textAt(url, connections.to(url));
  } finally {
    void connections.close();
  }
}

async function textAt(url: string, dispatcher: Dispatcher): Promise<string> {
  const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(LIMIT_MS), headers: { accept: "application/json" } });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`the key set was answered with ${statusCode}`);
  }
  const text = await boundedText(body as AsyncIterable<Buffer>, MOST_BYTES);
  if (text === null) throw new Error("the key set is too large");
  return text;
}
