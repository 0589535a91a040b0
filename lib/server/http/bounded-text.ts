/**
 * Reads a body as text, up to a number of bytes; above it the rest is not read. Null = it is larger.
 * The bytes of another server: whatever it sends, it takes no more memory than that.
 */
export async function boundedText(body: AsyncIterable<Uint8Array> | null, mostBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
