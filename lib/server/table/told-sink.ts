import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { CollectionVersion, SourceTeller } from "@/lib/server/watch/sink";

/** What every sink of a source passes on as it is: how fresh the source is, and how its comparisons with the server's list came out. */
export abstract class ToldSink {
  constructor(private readonly teller: SourceTeller) {}

  freshness(freshness: Freshness): void {
    this.teller.freshness(freshness);
  }

  doubted(): void {
    this.teller.doubted?.();
  }

  agreed(): void {
    this.teller.agreed?.();
  }

  collection(version: CollectionVersion): void {
    this.teller.collection?.(version);
  }
}
