import { ENTRY_CHANGE_TOPICS, type EntryChangeTopic } from "@/lib/domain/entry/entry-fields";

/** What changed about an entry, as bits: a list or a counter looks only at the bits it depends on. */
export const CHANGED = Object.fromEntries(ENTRY_CHANGE_TOPICS.map((part, at) => [part, 1 << at])) as Readonly<Record<EntryChangeTopic, number>>;
