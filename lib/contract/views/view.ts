import * as z from "zod/mini";
import type { SeenCluster } from "@/lib/domain/statements/reached-clusters";

/** The views a browser can subscribe to. A view is a kind, a canonical query and a window; its key is all three plus the viewer's scope. */
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

/** What a browser asks for. `id` is chosen by the browser and names the view in its frames; offset and limit are rows. */
export const ViewRequest = z.object({
  id: z.int().check(z.nonnegative()),
  kind: z.enum(VIEW_KINDS),
  query: z.string().check(z.maxLength(4096)),
  offset: z.int().check(z.nonnegative()),
  limit: z.int().check(z.nonnegative(), z.maximum(500)),
});
export type ViewRequest = z.infer<typeof ViewRequest>;

/** How many views one stream carries: all pages of a browser share it. */
export const MAX_VIEWS_PER_STREAM = 128;

/**
 * A browser opens a stream with the whole list of its views (no `stream`: the answer is the stream, whichever server gives it), or sets the
 * list of one that is open; a server that does not know it answers 404, and the browser opens another.
 */
export const SetViews = z.object({
  stream: z.optional(z.string().check(z.maxLength(64))),
  views: z.array(ViewRequest).check(z.maxLength(MAX_VIEWS_PER_STREAM)),
});
export type SetViews = z.infer<typeof SetViews>;

const Row = z.looseObject({ id: z.string() });
const Head = z.record(z.string(), z.unknown());

/** The whole of a view: its head and the rows of its window, in order. */
const SnapshotFrame = z.object({ t: z.literal("snapshot"), v: z.number(), n: z.number(), head: Head, rows: z.array(Row) });

const Edits = z.array(z.unknown());
const Rows = z.record(z.string(), Edits);
const Order = z.array(z.union([z.number(), Edits, Row]));

/**
 * What changed in a view since its frame `n - 1`: edits of the head (see Edits), edits of rows by where they stood, and, where rows moved, came or went,
 * the order: two numbers are a stretch of the rows before (first, how many), an object is a row that came, an array one as edits of the row above it (see `writeLikeAbove`).
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

/** A patch as it is sent, more often than all else: v, n, head, set, order by their places. 0 is a part that is not there; after the last there is nothing. */
export const WirePatch = z.tuple([z.number(), z.number(), orNone(Edits), orNone(Rows), orNone(Order)]);

/** The parts of a patch by their places, after v and n. */
export function partsToWire({ head, set, order }: Pick<PatchFrame, "head" | "set" | "order">): readonly unknown[] {
  const parts = [head ?? 0, set ?? 0, order ?? 0];
  return parts.slice(0, parts.findLastIndex((part) => part !== 0) + 1);
}

export function patchFromWire([v, n, head, set, order]: z.infer<typeof WirePatch>): PatchFrame {
  return { t: "patch", v, n, ...(head && { head }), ...(set && { set }), ...(order && { order }) };
}

/** The view cannot be given: its query is unreadable or its object is out of sight. */
const RefusedFrame = z.object({ t: z.literal("refused"), v: z.number(), n: z.number(), problem: z.string() });

/** The frames that say what they are; an event without a name is a WirePatch. */
export const NamedFrame = z.discriminatedUnion("t", [SnapshotFrame, RefusedFrame]);
export type Frame = z.infer<typeof NamedFrame> | PatchFrame;

/** A view as the browser holds it. */
export interface ViewState<H = Record<string, unknown>, R extends { readonly id: string } = { readonly id: string }> {
  readonly head: H;
  readonly rows: readonly R[];
  /** Of a page of the past: all clusters as they were then. Missing = all were reached. */
  readonly clusters?: readonly SeenCluster[] | undefined;
}
