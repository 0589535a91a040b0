import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

interface ArchivedFile {
  readonly name: string;
  readonly text: string;
}

interface ArchivedMachine {
  readonly name: string;
  readonly files: readonly ArchivedFile[];
}

/** Only root reads what is a secret; the rest anybody may, as istio's package has it. */
const MODES: Readonly<Record<string, number>> = { "istio-token": 0o600 };

/** A .tar.gz with a folder for each machine, and beside them the files that are of all of them. Made in memory: nothing of it touches a disk. */
export async function bundleArchive(machines: readonly ArchivedMachine[], ofAll: readonly ArchivedFile[], at: number): Promise<Uint8Array<ArrayBuffer>> {
  const archive = pack();
  const add = (path: string, { name, text }: ArchivedFile) => archive.entry({ name: path, mode: MODES[name] ?? 0o644, mtime: new Date(at) }, text);
  for (const machine of machines) for (const file of machine.files) add(`${machine.name}/${file.name}`, file);
  for (const file of ofAll) add(file.name, file);
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  return new Uint8Array(gzipSync(Buffer.concat(chunks)));
}
