import { formatListQuery, type ListQuery } from "@/lib/contract/list-query";
import type { Scope } from "@/lib/domain/scope";
import type { FleetReader } from "./fleet-reader";
import { StandingList } from "./standing-list";

/** How long a list that nobody reads is kept, so that the page and its stream share one. Milliseconds. */
const IDLE_MS = 20_000;

/** At most this many lists are kept without a reader. */
const IDLE_LISTS = 16;

interface Held {
  readonly list: StandingList;
  readers: number;
  idleSince: number;
}

/** Lists that stand: one per query and scope, however many read it. */
export class StandingLists {
  readonly #held = new Map<string, Held>();

  constructor(private readonly fleet: FleetReader) {}

  /** A list and how to give it back. */
  open(query: ListQuery, scope: Scope): { readonly list: StandingList; close(): void } {
    this.#forgetIdle();
    const key = `${scope.key}\n${formatListQuery(query)}`;
    const held = this.#held.get(key) ?? { list: this.#make(query, scope), readers: 0, idleSince: 0 };
    held.list.advance(this.fleet.now());
    held.readers++;
    this.#held.set(key, held);
    let open = true;
    return {
      list: held.list,
      close: () => {
        if (!open) return;
        open = false;
        held.readers--;
        held.idleSince = this.fleet.now();
        this.#forgetIdle();
      },
    };
  }

  #make(query: ListQuery, scope: Scope): StandingList {
    const { store, orders, endingAt } = this.fleet;
    return new StandingList(store, orders, query, scope, { now: this.fleet.now(), endingAt });
  }

  #forgetIdle(): void {
    const idle = [...this.#held].filter(([, held]) => held.readers === 0).sort((a, b) => b[1].idleSince - a[1].idleSince);
    for (const [at, [key, held]] of idle.entries()) {
      if (at < IDLE_LISTS && this.fleet.now() - held.idleSince < IDLE_MS) continue;
      held.list.close();
      this.#held.delete(key);
    }
  }
}
