import type { Node } from "typescript/unstable/ast";
import { isCallExpression, isCaseClause, isFunctionDeclaration, isIdentifier, isStringLiteral } from "typescript/unstable/ast/is";
import type { ZodMiniObject, ZodMiniType } from "zod/mini";
import { ObjectEvents, ObjectYaml, Problem, SearchAnswer } from "@/lib/contract/answers/answers";
import { FindingChanges } from "@/lib/contract/answers/finding-changes";
import {
  ActivityAnswer,
  ActivityRow,
  ChartMarker,
  HistoryCoverage,
  HistoryGap,
  LossesAnswer,
  LossRow,
  RowStateChartsAnswer,
  StateChartAnswer,
  StateChartPoint,
  TimelineAnswer,
  TimelineSpan,
} from "@/lib/contract/answers/history";
import { IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import { RolloutsAnswer } from "@/lib/contract/answers/rollouts";
import { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { PageViewer } from "@/lib/contract/answers/session";
import {
  ActivityQuery,
  AuditQuery,
  ExportQuery,
  FindingChangesQuery,
  IncidentNotesQuery,
  LossesQuery,
  RolloutsQuery,
  RowStateChartsQuery,
  ServiceHistoryQuery,
  StateChartQuery,
  TimelineQuery,
} from "@/lib/contract/url/history-query";
import { TeamViews } from "@/lib/contract/url/saved-view";
import { EntryRow } from "@/lib/contract/views/entry-row";
import { HEALTHY } from "@/lib/server/http/health";
import type { FoundName } from "./name-list";
import { addressOf, routeQueryNames } from "./page-names";
import { type SourceGraph, visitReached, walk } from "./source-graph";
import { keysOf, type NamedSchemas } from "./zod-keys";

/** Routes that scripts may call, with the schema of their answer; null = text or a file. Every other route belongs to the pages. */
const PUBLIC_ROUTES: Readonly<Record<string, ZodMiniType | null>> = {
  "/api/healthz": null,
  "/api/readyz": null,
  "/api/history/band": StateChartAnswer,
  "/api/history/rows": RowStateChartsAnswer,
  "/api/history/losses": LossesAnswer,
  "/api/history/entry": TimelineAnswer,
  "/api/history/host": ServiceHistoryAnswer,
  "/api/history/rollouts": RolloutsAnswer,
  "/api/history/findings": FindingChanges,
  "/api/history/activity": ActivityAnswer,
  "/api/history/incident-notes": IncidentNotesAnswer,
  "/api/history/export": null,
  "/api/what-if": null,
  "/api/incidents/KEY/post-mortem": null,
  "/api/search": SearchAnswer,
  "/api/team-views": TeamViews,
  "/api/session": PageViewer,
  "/api/policy-reports": null,
  "/api/c/CLUSTER/objects/RESOURCE/NAMESPACE/NAME": ObjectYaml,
  "/api/c/CLUSTER/events/RESOURCE/NAMESPACE/NAME": ObjectEvents,
};

/** Routes of the pages. Their shapes follow the pages and change with them. */
const INTERNAL_ROUTES: ReadonlySet<string> = new Set([
  "/api/PATH",
  "/api/live",
  "/api/view",
  "/api/strip/cell",
  "/api/history/earlier-incidents",
  "/api/preview",
  "/api/impact",
  "/api/session/renewal",
  "/api/sign-in",
  "/api/sign-in/callback",
  "/api/sign-out",
  "/api/c/CLUSTER/accounts/NAMESPACE/NAME",
  "/api/c/CLUSTER/arrivals/NAMESPACE/NAME",
  "/api/c/CLUSTER/bundles/NAMESPACE/NAME",
  "/api/c/CLUSTER/commands/COMMAND/NAMESPACE/NAME",
  "/api/c/CLUSTER/group-places",
  "/api/c/CLUSTER/impact/RESOURCE/NAMESPACE/NAME",
  "/api/c/CLUSTER/leftovers/NAMESPACE/NAME",
  "/api/c/CLUSTER/preflight/NAMESPACE",
]);

/** Rows that several answers share, listed once under their own name. */
const SHARED_ROWS: NamedSchemas = new Map<ZodMiniType, string>([
  [EntryRow, "machine"],
  [LossRow, "loss"],
  [ActivityRow, "event"],
  [StateChartPoint, "band point"],
  [TimelineSpan, "stretch"],
  [HistoryGap, "gap"],
  [ChartMarker, "marker"],
  [HistoryCoverage, "record"],
]);

const SCHEMAS: Readonly<Record<string, ZodMiniObject>> = {
  ...{ ActivityQuery, AuditQuery, StateChartQuery, ExportQuery, FindingChangesQuery },
  ...{ IncidentNotesQuery, ServiceHistoryQuery, LossesQuery, RolloutsQuery, RowStateChartsQuery, TimelineQuery },
};
const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const HISTORY = "lib/server/history/answer-history.ts";
const ANSWERED_BY_KIND = "/api/history/WHAT";
/** The files that read the query of an export. */
const EXPORTS = /^lib\/(contract|server\/export)\//;

/** Routes that scripts may call, with their query keys and the keys of their answers. */
export function routeNames(graph: SourceGraph): { readonly names: readonly FoundName[]; readonly problems: readonly string[] } {
  const history = historySchemas(graph);
  const routes = graph.modules
    .filter(({ path }) => /^app\/api\/.*route\.ts$/.test(path))
    .flatMap(({ path, declarations }) => {
      const methods = [...declarations.values()].filter(({ name, node }) => METHODS.includes(name) && !isUnknownPath(node)).map(({ name }) => name);
      const address = addressOf(path);
      const addresses = address === ANSWERED_BY_KIND ? [...history.keys()].map((kind) => `/api/history/${kind}`) : [address];
      return addresses.map((one) => ({ path, address: one, methods: methods.filter((method) => one !== "/api/session" || method === "GET") }));
    });
  const problems = routes
    .filter(({ address }) => !(address in PUBLIC_ROUTES) && !INTERNAL_ROUTES.has(address))
    .map(({ address }) => `The route ${address} is new: add it to PUBLIC_ROUTES or to INTERNAL_ROUTES of lib/tooling/public-names/route-names.ts.`);
  const open = routes.filter(({ address }) => address in PUBLIC_ROUTES);
  const names = open.flatMap(({ path, address, methods }): readonly FoundName[] => {
    const schema = history.get(address.replace("/api/history/", ""));
    const keys = Object.keys(SCHEMAS[schema ?? ""]?.shape ?? {}).map((name): FoundName => ({ class: "route query key", of: address, name }));
    const answer = PUBLIC_ROUTES[address];
    return [
      ...methods.map((method): FoundName => ({ class: "route", of: "", name: `${method} ${address}` })),
      ...(schema === undefined ? routeQueryNames(graph, path, address, EXPORTS) : keys),
      ...(answer == null ? [] : keysOf(answer, SHARED_ROWS).map((name): FoundName => ({ class: "route answer key", of: address, name }))),
    ];
  });
  return { names: [...names, ...queryValues(), ...sharedNames()], problems };
}

function sharedNames(): readonly FoundName[] {
  const shared = [...SHARED_ROWS].flatMap(([schema, of]) => keysOf(schema, SHARED_ROWS).map((name): FoundName => ({ class: "route answer key", of, name })));
  const refusals = keysOf(Problem).map((name): FoundName => ({ class: "route answer key", of: "every refusal", name }));
  return [...refusals, ...shared, { class: "route answer key", of: "/api/healthz", name: HEALTHY.trim() }];
}

function queryValues(): readonly FoundName[] {
  const { what, format } = ExportQuery.shape;
  const values: Readonly<Record<string, readonly string[]>> = {
    "/api/history/export?what": Object.values(what._zod.def.entries),
    "/api/history/export?format": Object.values(format._zod.def.innerType._zod.def.entries),
    "/api/history/rows?kind": Object.values(RowStateChartsQuery.shape.kind._zod.def.entries),
    "/api/history/host?kind": Object.values(ServiceHistoryQuery.shape.kind._zod.def.entries),
  };
  return Object.entries(values).flatMap(([of, names]) => names.map((name): FoundName => ({ class: "route query value", of, name })));
}

/** Returns the queries under `/api/history`, with the name of each schema. */
function historySchemas(graph: SourceGraph): ReadonlyMap<string, string> {
  const schemas = new Map<string, string>();
  for (const declaration of graph.reachedFrom(HISTORY, () => false))
    visitReached(declaration, (node) => {
      if (!isCaseClause(node) || !isStringLiteral(node.expression)) return;
      const schema = schemaRead(node);
      if (schema !== null) schemas.set(node.expression.text, schema);
    });
  return schemas;
}

function schemaRead(clause: Node): string | null {
  let schema: string | null = null;
  walk(clause, (node) => {
    if (!isCallExpression(node) || node.expression.getText() !== "read") return;
    const [argument] = node.arguments;
    if (argument !== undefined && isIdentifier(argument)) schema = argument.text;
  });
  return schema;
}

/** Returns true if a handler always answers as for an unknown address. */
function isUnknownPath(node: Node): boolean {
  return !isFunctionDeclaration(node) && /\(unknownPath\)$/.test(node.getText());
}
