import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { describe, expect, it } from "vitest";
import { machinesIn } from "./bundle-machines.mjs";

const inFile = (bytes: Uint8Array): string => {
  const file = join(mkdtempSync(join(tmpdir(), "bundle-")), "shop-web.tar.gz");
  writeFileSync(file, bytes);
  return file;
};

describe("the machines of a bundle's archive", () => {
  it("are its folders, each with its files; the notes are of none", async () => {
    const archive = pack();
    archive.entry({ name: "web-1/cluster.env" }, "ISTIO_NAMESPACE='shop'\n");
    archive.entry({ name: "web-1/istio-token" }, "a token");
    archive.entry({ name: "web-2/cluster.env" }, "ISTIO_NAMESPACE='shop'\n");
    archive.entry({ name: "notes.txt" }, "Its token ends at ten.");
    archive.finalize();
    expect(Object.fromEntries(await machinesIn(inFile(gzipSync(await buffer(archive)))))).toEqual({
      "web-1": { "cluster.env": "ISTIO_NAMESPACE='shop'\n", "istio-token": "a token" },
      "web-2": { "cluster.env": "ISTIO_NAMESPACE='shop'\n" },
    });
  });

  it("are not read from a file that is no archive", async () => {
    await expect(machinesIn(inFile(Buffer.from("no archive")))).rejects.toThrow(/header/);
  });
});
