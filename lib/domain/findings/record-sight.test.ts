import { describe, expect, it } from "vitest";
import { type NamespaceScope, scopeOf, WATCHED_KINDS, type WatchedKind } from "@/lib/domain/scope";
import { isRecordInSight, recordSightOf } from "./record-sight";

const CLUSTER = "prod-eu";
const scope = (namespaces: NamespaceScope, own: Partial<Record<WatchedKind, NamespaceScope>> = {}) =>
  scopeOf(new Map([[CLUSTER, new Map(WATCHED_KINDS.map((kind) => [kind, own[kind] ?? namespaces] as const))]]));
const OWN = { code: "STL102", namespace: "shop" };
const WIDE = { code: "STL115", namespace: "shop" };

describe("what somebody may be told of recorded findings", () => {
  it.each([
    ["who sees everything is told of everything", scope("all"), scope("all"), [true, true]],
    ["who sees as much as the server does, too", scope(["shop"]), scope(["shop"]), [true, true]],
    ["who sees more than the server, too", scope("all"), scope(["shop"], { nodes: [] }), [true, true]],
    ["who sees one namespace: what rests on it only", scope(["shop"]), scope("all"), [true, false]],
    ["of another namespace nothing", scope(["legacy"]), scope("all"), [false, false]],
    ["who lacks one kind: what rests on machines and groups only", scope("all", { nodes: [] }), scope("all"), [true, false]],
    ["who lacks groups: nothing", scope("all", { workloadgroups: [] }), scope("all"), [false, false]],
    ["where it is not known what the server saw, only who sees everything", scope(["shop"]), null, [true, false]],
    ["who knows no such cluster: nothing", scopeOf(new Map()), scopeOf(new Map()), [false, false]],
  ] as const)("%s", (_, viewer, recorder, told) => {
    const sight = recordSightOf(viewer, recorder, CLUSTER);
    expect([isRecordInSight(sight, OWN), isRecordInSight(sight, WIDE)]).toEqual(told);
  });
});
