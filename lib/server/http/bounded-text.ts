/** Reads a body as text, up to a number of bytes; null = the body is larger. Protects memory from the answers of another server. */
export async function boundedText(body: AsyncIterable<Uint8Array> | null, mostBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    // The return from the loop cancels the body.
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
