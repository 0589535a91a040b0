import * as z from "zod/mini";
import type { ClusterWithFreshness } from "@/lib/domain/statements/reached-clusters";

/** The kinds of views that a browser can subscribe to. The key of a view is its kind, canonical query and window, plus the viewer's scope. */
export const VIEW_KINDS = [
  "shell",
  "fleet",
  "strip",
  "groups",
  "group",
  "entries",
  "entry",
  "selected-by",
  "service",
  "services",
  "services-without-endpoint",
  "unselected",
  "what-if",
  "networks",
  "localities",
  "single-zone",
  "control-plane",
  "findings",
  "findings-of",
  "found-on",
  "group-findings",
] as const;

/** The subscription to a view. The browser chooses `id`, which names the view in its frames. `offset` and `limit` count rows. */
export const ViewRequest = z.object({
  id: z.int().check(z.nonnegative()),
  kind: z.enum(VIEW_KINDS),
  query: z.string().check(z.maxLength(4096)),
  offset: z.int().check(z.nonnegative()),
  limit: z.int().check(z.nonnegative(), z.maximum(500)),
});
export type ViewRequest = z.infer<typeof ViewRequest>;

/** The limit of views on one stream, which all pages of a browser share. */
export const MAX_VIEWS_PER_STREAM = 128;

/**
 * The whole list of a browser's views. Without `stream` the response is a new stream, from any replica of this server. Otherwise the list is set on the open
 * stream. A server without that stream returns 404, and the browser opens a new one.
 */
export const SetViews = z.object({
  stream: z.optional(z.string().check(z.maxLength(64))),
  views: z.array(ViewRequest).check(z.maxLength(MAX_VIEWS_PER_STREAM)),
});
export type SetViews = z.infer<typeof SetViews>;

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
 * of the row above it (see `writeLikeAbove`).
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
export function partsToWire({ head, set, order }: Pick<PatchFrame, "head" | "set" | "order">): readonly unknown[] {
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
export const NamedFrame = z.discriminatedUnion("t", [SnapshotFrame, RefusedFrame]);
export type Frame = z.infer<typeof NamedFrame> | PatchFrame;

/** A view as the browser stores it. */
export interface ViewState<H = Record<string, unknown>, R extends { readonly id: string } = { readonly id: string }> {
  readonly head: H;
  readonly rows: readonly R[];
  /** For a page of the past: all clusters as they were then. Absent = all were reached. */
  readonly clusters?: readonly ClusterWithFreshness[] | undefined;
}
