import { stat } from "node:fs/promises";

/**
 * Another text whenever one of some files was written to, replaced, or came or went. Links are followed: where one of them is swapped, as
 * Kubernetes does in the folders it mounts, another file stands under the path.
 */
export async function fileStamp(paths: readonly string[]): Promise<string> {
  const stamps = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path, { bigint: true }).catch(() => null);
      return found === null ? "-" : [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(":");
    }),
  );
  return stamps.join("\n");
}
