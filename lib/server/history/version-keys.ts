import type { EntryVersion } from "@/lib/domain/history/entry-version";
import { replicaSignature } from "@/lib/domain/history/world-parts";
import { compareResourceVersions } from "@/lib/domain/resource-version";
import type { World } from "@/lib/domain/world";
import { Recent } from "./recent";

/** So many ended entries are remembered, in case one comes back. */
const ENDED_MOST = 10_000;

/** Names versions so that every recorder of the same fleet finds the same names. */
export class VersionKeys {
  /** Version at which an entry ended, by uid: a restored API server may bring it back. */
  readonly #ended = new Recent<string>(ENDED_MOST);
  /** What is appended to the keys of an entry whose versions were counted anew. */
  readonly #lives = new Recent<string>(ENDED_MOST);

  /** After somebody wrote. A server gone back in time counts its versions anew: from then on they are other versions. */
  written(before: EntryVersion | null, { entry }: EntryVersion): string {
    const past = before === null ? this.#ended.get(entry.uid) : before.entry.resourceVersion;
    const back = past !== undefined && compareResourceVersions(entry.resourceVersion, past) < 0;
    if (back || (before === null && past !== undefined)) this.#lives.set(entry.uid, `@${past}`);
    return entry.resourceVersion + this.#life(entry.uid);
  }

  /** After time alone changed the verdict, at exactly this moment. */
  due(at: number): string {
    return `due:${at}`;
  }

  /** After the world changed it, or it was found changed. */
  judged({ entry, verdict }: EntryVersion, world: World): string {
    const word = `${verdict.state}/${verdict.connection.kind}${verdict.vouched ? "" : "?"}`;
    return `world:${entry.resourceVersion}${this.#life(entry.uid)}:${replicaSignature(world, entry.controller)}:${word}`;
  }

  ended({ entry }: EntryVersion): string {
    this.#ended.set(entry.uid, entry.resourceVersion);
    return `ended${this.#life(entry.uid)}`;
  }

  #life(uid: string): string {
    return this.#lives.get(uid) ?? "";
  }
}
