import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { storedGzipPaths, withStoredGzip } from "./stored-gzip";

/** A build folder whose file `chunks/a.js` has a copy, and `chunks/b.js` has none. */
function buildFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "stolos-gzip-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "static", "chunks"), { recursive: true });
  for (const name of ["a.js", "a.js.gz", "b.js"]) writeFileSync(join(folder, "static", "chunks", name), "");
  return folder;
}

/** Requests a path from a server whose handler answers with the URL that it receives. */
async function answered(path: string, headers: IncomingHttpHeaders) {
  const paths = storedGzipPaths(buildFolder());
  const handle = withStoredGzip(async (request, response) => void response.end(request.url), paths);
  const server = createServer((request, response) => void handle(request, response));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise<{ readonly url: string; readonly headers: IncomingHttpHeaders }>((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      let url = "";
      response.on("data", (bytes: Buffer) => {
        url += bytes.toString();
      });
      response.on("end", () => resolve({ url, headers: response.headers }));
    }).on("error", reject);
  });
}

describe("withStoredGzip", () => {
  it.each(["gzip", "gzip, deflate, br", "deflate, GZIP;q=0.5", "gzip; q=1.0"])("has Next send the copy with the type of the file for %s", async (accepted) => {
    const { url, headers } = await answered("/_next/static/chunks/a.js?dpl=1", { "accept-encoding": accepted });
    expect(url).toBe("/_next/static/chunks/a.js.gz?dpl=1");
    expect(headers).toMatchObject({ "content-encoding": "gzip", "content-type": "application/javascript; charset=UTF-8", vary: "Accept-Encoding" });
  });

  it.each([
    ["a client that does not accept gzip", "/_next/static/chunks/a.js", "identity"],
    ["a client that excludes gzip", "/_next/static/chunks/a.js", "gzip;q=0, br"],
    ["a client that names no encoding", "/_next/static/chunks/a.js", undefined],
    ["a file without a copy", "/_next/static/chunks/b.js", "gzip"],
    ["a page", "/entries?q=a.js", "gzip"],
  ])("passes the request of %s on unchanged", async (_, path, accepted) => {
    const { url, headers } = await answered(path, { ...(accepted !== undefined && { "accept-encoding": accepted }) });
    expect(url).toBe(path);
    expect(headers["content-encoding"]).toBeUndefined();
  });

  it("has no copies where nothing is built", () => {
    expect(storedGzipPaths(join(tmpdir(), "stolos-not-built")).size).toBe(0);
  });
});
