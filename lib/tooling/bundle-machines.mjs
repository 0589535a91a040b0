import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";

/** The machines of a bundle's archive (.tar.gz): the files of each by name, from the folder that is called like it. Rejects where it is no such archive. */
export async function machinesIn(archive) {
  const entries = extract();
  entries.end(gunzipSync(readFileSync(archive)));
  const machines = new Map();
  for await (const entry of entries) {
    const [machine, file] = entry.header.name.split("/");
    let text = "";
    for await (const chunk of entry) text += chunk;
    if (file) machines.set(machine, { ...machines.get(machine), [file]: text });
  }
  return machines;
}
