import * as z from "zod/mini";

const Row = z.looseObject({ id: z.string() });
const Head = z.record(z.string(), z.unknown());

/** A whole view: its head and the rows of its window, in order. */
const SnapshotFrame = z.object({ t: z.literal("snapshot"), v: z.number(), n: z.number(), head: Head, rows: z.array(Row) });

const Edits = z.array(z.unknown());
const Rows = z.record(z.string(), Edits);
const Order = z.array(z.union([z.number(), Edits, Row]));

/**
 * The changes of a view since its frame `n - 1`. `head`: edits of the head (see Edits). `set`: edits of rows by their previous index. `order` is set if rows
 * moved, appeared or disappeared. In it, two numbers are a range of previous rows (first, count), and an object is a new row. An array is a new row as edits
 * of the row above it (see `rowAboveEncoder`).
 */
export interface PatchFrame {
  readonly t: "patch";
  readonly v: number;
  readonly n: number;
  readonly head?: z.infer<typeof Edits>;
  readonly set?: z.infer<typeof Rows>;
  readonly order?: z.infer<typeof Order>;
}

const orNone = <S extends z.ZodMiniType>(part: S) => z.optional(z.union([z.literal(0), part]));

/** A patch on the wire, without field names as it is the most frequent event: v, n, head, set, order. 0 = no such part. Trailing zeros are left out. */
export const WirePatch = z.tuple([z.number(), z.number(), orNone(Edits), orNone(Rows), orNone(Order)]);

/** Returns the wire form of a patch without v and n: head, set and order, without trailing zeros. */
export function patchPartsToWire({ head, set, order }: Pick<PatchFrame, "head" | "set" | "order">): readonly unknown[] {
  const parts = [head ?? 0, set ?? 0, order ?? 0];
  return parts.slice(0, parts.findLastIndex((part) => part !== 0) + 1);
}

/** Returns the patch of a wire form. */
export function patchFromWire([v, n, head, set, order]: z.infer<typeof WirePatch>): PatchFrame {
  return { t: "patch", v, n, ...(head && { head }), ...(set && { set }), ...(order && { order }) };
}

/** The view cannot be sent: its query is unreadable or its object is not visible. */
const RefusedFrame = z.object({ t: z.literal("refused"), v: z.number(), n: z.number(), problem: z.string() });

/** The frames with a type `t`. An event without a name is a WirePatch. */
export const SnapshotOrRefusedFrame = z.discriminatedUnion("t", [SnapshotFrame, RefusedFrame]);
export type Frame = z.infer<typeof SnapshotOrRefusedFrame> | PatchFrame;
