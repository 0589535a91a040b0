import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

interface ArchivedMachine {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** Only root reads what is a secret; the rest anybody may, as istio's package has it. */
const MODES: Readonly<Record<string, number>> = { "istio-token": 0o600 };

/** A .tar.gz with a folder for each machine, and what is to be known of all in notes.txt. Made in memory: nothing of it touches a disk. */
export async function bundleArchive(machines: readonly ArchivedMachine[], notes: readonly string[], at: number): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack();
  for (const machine of machines) {
    for (const { name, text } of machine.files) {
      archive.entry({ name: `${machine.name}/${name}`, mode: MODES[name] ?? 0o644, mtime: new Date(at) }, text);
    }
  }
  if (notes.length > 0) archive.entry({ name: "notes.txt", mode: 0o644, mtime: new Date(at) }, `${notes.join("\n")}\n`);
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  return new Uint8Array(gzipSync(Buffer.concat(chunks)));
}
