import { describe, expect, it, vi } from "vitest";
import type { Viewer } from "@/lib/domain/source/scope";
import { Refusal } from "@/lib/server/http/problem";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { type DownloadLimits, Downloads } from "./downloads";

const aViewer = (subject: string): Viewer => ({ subject, scope: ALL_IN_SIGHT, mayWrite: false });
const ANN = aViewer("ann");

/** Files of numbered lines for viewers whose rights a test changes. */
function files(limits?: DownloadLimits) {
  const rights = { changed: [] as (() => void)[], unchecked: [] as ((since: ReadonlyMap<string, number>) => void)[], left: 0, isOverAtOnce: false };
  const downloads = new Downloads((_viewer, changed, unchecked) => {
    if (rights.isOverAtOnce) changed();
    rights.changed.push(changed);
    if (unchecked !== undefined) rights.unchecked.push(unchecked);
    return () => void rights.left++;
  }, limits);
  const closed = vi.fn();
  async function* lines(count: number) {
    try {
      for (let at = 0; at < count; at++) yield `${at}\n`;
    } finally {
      closed();
    }
  }
  const begun = async (viewer: Viewer = ANN) => {
    const reader = downloads.send(viewer, lines(3)).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("0\n");
    return reader;
  };
  return { rights, downloads, closed, lines, begun };
}

describe("a file that is on its way", () => {
  it("is made as it is taken, and is over with its last part", async () => {
    const { rights, downloads, closed, lines } = files();
    expect(await new Response(downloads.send(ANN, lines(3))).text()).toBe("0\n1\n2\n");
    expect([downloads.files, rights.left, closed.mock.calls.length]).toEqual([0, 1, 1]);
  });

  it("breaks off once the rights of its viewer are others", async () => {
    const { rights, downloads, closed, begun } = files();
    const reader = await begun();
    expect(downloads.files).toBe(1);
    rights.changed[0]?.();
    await expect(reader.read()).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    expect([downloads.files, rights.left]).toEqual([0, 1]);
  });

  it("breaks off once they cannot be checked, and not where all is checked again", async () => {
    const { rights, downloads, begun } = files();
    const reader = await begun();
    rights.unchecked[0]?.(new Map());
    expect((await reader.read()).done).toBe(false);
    rights.unchecked[0]?.(new Map([["eu", 0]]));
    await expect(reader.read()).rejects.toMatchObject({ name: "AbortError" });
    expect(downloads.files).toBe(0);
  });

  it("tells nothing where they are others before the first part is taken", async () => {
    const { rights, downloads, lines } = files();
    rights.isOverAtOnce = true;
    await expect(downloads.send(ANN, lines(3)).getReader().read()).rejects.toMatchObject({ name: "AbortError" });
    expect([downloads.files, rights.left]).toEqual([0, 1]);
  });

  it("is over where its reader goes, and where a part cannot be made", async () => {
    const { rights, downloads, closed, begun } = files();
    await (await begun()).cancel();
    expect([downloads.files, rights.left, closed.mock.calls.length]).toEqual([0, 1, 1]);
    async function* broken(): AsyncGenerator<string> {
      yield "0\n";
      throw new Error("the database is gone");
    }
    await expect(new Response(downloads.send(ANN, broken())).text()).rejects.toThrow("the database is gone");
    expect(downloads.files).toBe(0);
  });

  it("does not count before something of it is taken: of an answer to HEAD nothing is", async () => {
    const { rights, downloads, lines } = files();
    downloads.send(ANN, lines(3));
    await new Promise(setImmediate);
    expect([downloads.files, rights.changed.length]).toEqual([0, 0]);
  });
});

describe("files at once", () => {
  it("are as many as one viewer may take, and as all may together; one more is refused until one is over", async () => {
    const { downloads, begun } = files({ files: 3, filesOfViewer: 2 });
    const first = await begun();
    await begun();
    expect(() => downloads.admit(ANN)).toThrow(Refusal);
    expect(() => downloads.admit(ANN)).toThrow("You have 2 files on their way");
    await begun(aViewer("bob"));
    expect(() => downloads.admit(aViewer("eve"))).toThrow("This server sends 3 files");
    await first.cancel();
    downloads.admit(ANN);
  });

  it("are no more where they were all asked for at one moment: what is too many breaks off before its first part", async () => {
    const { downloads, closed, lines } = files({ files: 3, filesOfViewer: 2 });
    const readers = [1, 2, 3].map(() => {
      downloads.admit(ANN);
      return downloads.send(ANN, lines(3)).getReader();
    });
    const firsts = await Promise.allSettled(readers.map((reader) => reader.read()));
    expect(firsts.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect([downloads.files, closed.mock.calls.length]).toEqual([2, 0]);
  });
});
