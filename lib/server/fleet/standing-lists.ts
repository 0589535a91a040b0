import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import type { Scope } from "@/lib/domain/source/scope";
import type { EntryList } from "./entry-list";
import type { FleetReader } from "./fleet-reader";

/** How long a list that nobody reads is kept, so that the page and its stream share one. Milliseconds. */
const IDLE_MS = 20_000;

/** At most this many lists are kept without a reader. */
const IDLE_LISTS = 16;

interface Held {
  readonly list: EntryList;
  readers: number;
  idleSince: number;
}

/** Lists that stand: one per query and scope, however many read it. */
export class StandingLists {
  readonly #held = new Map<string, Held>();

  /** `now`: by which clock lists are idle and times in them are compared, where that is not the fleet's. */
  constructor(
    private readonly fleet: FleetReader,
    private readonly now: () => number = fleet.now,
  ) {}

  /** A list and how to give it back. */
  open(query: ListQuery, scope: Scope): { readonly list: EntryList; close(): void } {
    this.#forgetIdle();
    const key = `${scope.key}\n${formatListQuery(query)}`;
    const held = this.#held.get(key) ?? { list: this.fleet.list(query, scope), readers: 0, idleSince: 0 };
    held.list.advance(this.now());
    held.readers++;
    this.#held.set(key, held);
    let open = true;
    return {
      list: held.list,
      close: () => {
        if (!open) return;
        open = false;
        held.readers--;
        held.idleSince = this.now();
        this.#forgetIdle();
      },
    };
  }

  #forgetIdle(): void {
    const idle = [...this.#held].filter(([, held]) => held.readers === 0).sort((a, b) => b[1].idleSince - a[1].idleSince);
    for (const [at, [key, held]] of idle.entries()) {
      if (at < IDLE_LISTS && this.now() - held.idleSince < IDLE_MS) continue;
      held.list.close();
      this.#held.delete(key);
    }
  }
}
