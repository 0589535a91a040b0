/** A text of any length for the fragment of an address: compressed, and in letters that an address takes as they are. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What `packed` made; null for what it did not make, or what would be longer than `longest` characters. */
export async function unpacked(letters: string, longest: number): Promise<string | null> {
  try {
    const raw = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(
      Uint8Array.from(raw, (letter) => letter.charCodeAt(0)),
      new DecompressionStream("deflate"),
      longest * 4,
    );
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.length <= longest ? text : null;
  } catch {
    // A link that was cut or changed on its way: it holds no text.
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("longer than it may be");
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
