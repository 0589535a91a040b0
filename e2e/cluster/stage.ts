import type { Page } from "@playwright/test";
import { expect } from "./fixtures";
import type { Latencies } from "./latencies";
import type { Scenario } from "./scenario";
import { sighted, type Wanted } from "./sighting";
import type { Write, WriteKind, Writes } from "./writes";

interface Turn {
  /** The step of the scenario that brings it about. */
  readonly step: string;
  /** The write to count from: an object's name and what happens to it. */
  readonly write: readonly [name: string, kind: WriteKind];
  readonly wanted: Wanted;
}

/** One scenario, the list that is looked at, and a watch beside it that tells when things really happened. */
export class Stage {
  private readonly parts: { readonly play: Scenario; readonly list: Page; readonly latencies: Latencies; readonly writes: Writes };

  constructor(parts: Stage["parts"]) {
    this.parts = parts;
  }

  /** Plays one step and waits for the row that it brings. Records the time between the real write and the row. */
  async turn({ step, write: [name, kind], wanted }: Turn): Promise<Write> {
    const { play, list, latencies, writes } = this.parts;
    // Steps may be due later by the file's own waits, so nobody looks before they are.
    await play.pass();
    const seen = sighted(list, wanted);
    const askedAt = await play.step(step);
    const seenAt = await seen;
    await expect.poll(() => writes.first(name, askedAt, kind), { message: `${name} is ${kind}` }).toBeDefined();
    const write = writes.first(name, askedAt, kind);
    if (write === undefined) throw new Error(`Nobody wrote ${name}.`);
    latencies.take(`${name} ${kind}: ${wanted.has ?? "the row is gone"}`, write.at, seenAt);
    return write;
  }

  /** The same for what the control plane does by itself. */
  async later(write: Turn["write"], after: number, wanted: Wanted): Promise<void> {
    const { list, latencies, writes } = this.parts;
    const seenAt = await sighted(list, wanted);
    await expect.poll(() => writes.first(write[0], after, write[1]), { message: `${write[0]} is ${write[1]}` }).toBeDefined();
    const at = writes.first(write[0], after, write[1])?.at ?? Number.NaN;
    latencies.take(`${write[0]} ${write[1]}: ${wanted.has ?? "the row is gone"}`, at, seenAt);
  }
}
