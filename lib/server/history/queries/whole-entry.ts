import type { EntryIdentity, EntryMoving, EntryShape } from "@/lib/domain/history/entry-parts";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/** The parts in which an entry is kept. They were written by this product, after it had parsed the object. */
export type KeptEntry = EntryIdentity & { readonly body: string; readonly moving: string };

/** An entry from its parts. */
export function wholeEntry({ cluster, namespace, name, uid, body, moving }: KeptEntry): WorkloadEntry {
  return Object.assign(JSON.parse(joinedObject(body, moving)), { cluster, namespace, name, uid });
}

/** Both objects as one text: read at once, which takes half the time where a whole fleet is read. */
function joinedObject(body: string, moving: string): string {
  if (body === "{}" || moving === "{}") return body === "{}" ? moving : body;
  return `${body.slice(0, -1)},${moving.slice(1)}`;
}

/** What follows a machine's own address and age in a shape, whose keys are in order. Within a text its quotes would be escaped. */
const COMMON_FROM = ',"gate":';
/** Where machines have little in common nothing more is remembered. */
const COMMON_AT_MOST = 20_000;

/** What machines of a group have in common. */
type Common = Omit<EntryShape, "address" | "createdAt">;

/** Reads many entries: what machines of a group have in common is read once, and told by being the same object. */
export class EntryReader {
  readonly #common = new Map<string, Common>();

  /** The entry, and what stands for all that follows its address and age; null = it was read whole. */
  read(kept: KeptEntry): { readonly entry: WorkloadEntry; readonly common: object | null } {
    const cut = kept.body.indexOf(COMMON_FROM);
    const common = cut < 0 ? null : this.#read(kept.body.slice(cut));
    return common === null ? { entry: wholeEntry(kept), common } : { entry: entryOf(kept, kept.body.slice(0, cut), common), common };
  }

  #read(text: string): Common | null {
    const known = this.#common.get(text);
    if (known !== undefined || this.#common.size >= COMMON_AT_MOST) return known ?? null;
    const common: Common = JSON.parse(`{${text.slice(1)}`);
    this.#common.set(text, common);
    return common;
  }
}

/** Field by field: an object that grows is slow, and there are as many as machines. */
function entryOf({ cluster, namespace, name, uid, moving }: KeptEntry, own: string, common: Common): WorkloadEntry {
  const { address, createdAt }: Pick<EntryShape, "address" | "createdAt"> = JSON.parse(`${own}}`);
  const { resourceVersion, controller, connectedAt, disconnectedAt, health, lastWriter, deletingAt }: EntryMoving = JSON.parse(moving);
  const { unreadable, network, locality, serviceAccount, weight, ports, specLabels, metadataLabels, registrationGroup, gate, owner, managedBy } = common;
  return {
    cluster,
    namespace,
    name,
    uid,
    address,
    createdAt,
    unreadable,
    network,
    locality,
    serviceAccount,
    weight,
    ports,
    specLabels,
    metadataLabels,
    registrationGroup,
    gate,
    owner,
    managedBy,
    resourceVersion,
    controller,
    connectedAt,
    disconnectedAt,
    health,
    lastWriter,
    deletingAt,
  };
}
