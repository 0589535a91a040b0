import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { CollectionVersion, SourceTeller } from "./sink";

/** Forwards the status of a source, and the results of its comparisons with the server's list. */
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
