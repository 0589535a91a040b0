/** A text of an object that strangers write and a page may show. `code` is part of the marks of its payloads. */
export interface Field {
  readonly code: string;
  readonly kind: HostileKind;
  readonly name: string;
  /** How many texts one object carries in it: where it is a list or a map, as many as make each payload stand on one of the first objects. */
  readonly carries: number;
  /** The fields of the object that hold the texts. */
  holding(texts: readonly string[]): Readonly<Record<string, unknown>>;
}

export type HostileKind =
  | "WorkloadEntry"
  | "machine of a group"
  | "WorkloadGroup"
  | "group with a command"
  | "Service"
  | "ServiceEntry"
  | "Event"
  | "guard rails";

/** How many texts one object carries in a list or a map. */
export const IN_A_LIST = 10;

/** What stands under a hostile key: an edit that changes it has the key in its audit line. */
export const KEY_VALUE = "as it was";

type Holding = Field["holding"];
/** What an object holds in a field that takes one text. */
const one =
  (holding: (text: string) => Readonly<Record<string, unknown>>): Holding =>
  ([text = ""]) =>
    holding(text);
const annotated = (key: string) => one((text) => ({ metadata: { annotations: { [key]: text } } }));
const inSpec = (spec: (text: string) => object) => one((text) => ({ spec: spec(text) }));
const inTemplate = (key: string) => inSpec((text) => ({ template: { [key]: text } }));
const inProbe = (check: (text: string) => object) => inSpec((text) => ({ probe: { httpGet: { port: 80, ...check(text) } } }));
const inCondition = (key: string) => one((text) => ({ status: { conditions: [{ type: "Healthy", status: "False", [key]: text }] } }));
/** The keys of a map; their values say nothing. */
const keys = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, KEY_VALUE]));

const notes = (texts: readonly string[]) => Object.fromEntries(texts.map((text, at) => [`note.example/of-a-stranger-${at}`, text]));
const annotations: Holding = (texts) => ({ metadata: { annotations: notes(texts) } });
/** Of endpoints each takes its part of what another field of theirs holds: they stand in one list. */
const inEndpoints =
  (key: string): Holding =>
  (texts) => ({ spec: { endpoints: texts.map((text, at) => ({ address: `10.9.9.${at + 1}`, [key]: text })) } });
const headers: Holding = (texts) => ({ spec: { probe: { httpGet: { port: 80, httpHeaders: texts.map((value, at) => ({ name: `X-Note-${at}`, value })) } } } });
const plannedLeaves: Holding = (texts) => ({
  metadata: { annotations: { "stolos.dev/planned-leaves": JSON.stringify(texts.map((text) => ({ entry: text, reason: text }))) } },
});

/** Rules of which one or another finds something about what is planted here, muted for everybody with a reason. */
const muted = (first: number, count: number) =>
  one((reason) => {
    const mutes = Array.from({ length: count }, (_, at) => ({ code: `STL${first + at}`, until: "2100-01-01T00:00:00Z", reason }));
    return { metadata: { annotations: { "stolos.dev/mute-findings": JSON.stringify(mutes) } } };
  });

type Row = readonly [code: string, name: string, holding: Holding, carries?: number];
const ofKind = (kind: HostileKind, rows: readonly Row[]): readonly Field[] =>
  rows.map(([code, name, holding, carries = 1]) => ({ code, kind, name, holding, carries }));

/** What a machine says, whether its group knows it or not. */
const WORKLOAD: readonly Row[] = [
  ["n", "network", inSpec((network) => ({ network }))],
  ["l", "locality", inSpec((locality) => ({ locality }))],
  ["s", "service account", inSpec((serviceAccount) => ({ serviceAccount }))],
  ["c", "the replica that holds it", annotated("istio.io/workloadController")],
];
/** The same rows, with codes of a kind. */
const coded = (kind: string, rows: readonly Row[]): readonly Row[] => rows.map(([code, ...rest]): Row => [`${kind}${code}`, ...rest]);

/** Every text that the API server takes from a stranger as it is; names, hosts and labels it takes in letters, digits, dots and dashes only. */
export const FIELDS: readonly Field[] = [
  ...ofKind("WorkloadEntry", [
    ["Ea", "an annotation", annotations, IN_A_LIST],
    ["Eg", "the group that registered it", annotated("istio.io/autoRegistrationGroup")],
    ["Eq", "reason of its drain", annotated("stolos.dev/drain-reason")],
    ["Ef", "reason of a finding that is muted", muted(101, 26)],
    ["Et", "when it connected", annotated("istio.io/connectedAt")],
    ["Eh", "whether it reports its health", annotated("proxy.istio.io/health-checks-enabled")],
    ...coded("E", WORKLOAD),
    ["Ed", "address of a socket", inSpec((text) => ({ address: `unix:///${text}x` }))],
    ["Em", "message of the probe", inCondition("message")],
    ["Er", "reason of the probe", inCondition("reason")],
  ]),
  ...ofKind("machine of a group", [
    ...coded("M", WORKLOAD),
    ["Mi", "state of the probe", one((status) => ({ status: { conditions: [{ type: "Healthy", status }] } }))],
  ]),
  ...ofKind("WorkloadGroup", [
    ["Ga", "an annotation", annotations, IN_A_LIST],
    ["Ge", "expected size", annotated("stolos.dev/expected-size")],
    ["Gf", "reason of a finding that is muted", muted(201, 16)],
    ["Gx", "a machine that is planned to go, and why", plannedLeaves, IN_A_LIST],
    ["Gm", "an annotation of its machines", (texts) => ({ spec: { metadata: { annotations: notes(texts) } } }), IN_A_LIST],
    ["Gj", "name of an annotation of its machines", (texts) => ({ spec: { metadata: { annotations: keys(texts) } } }), IN_A_LIST],
    ["Gl", "locality", inTemplate("locality")],
    ["Gn", "network", inTemplate("network")],
    ["Gs", "service account", inTemplate("serviceAccount")],
    ["Gd", "a label of the template", inSpec((text) => ({ template: { labels: { note: text } } }))],
    ["Gk", "name of a label of the template", (texts) => ({ spec: { template: { labels: keys(texts) } } }), IN_A_LIST],
    ["Gp", "path of the probe", inProbe((path) => ({ path }))],
    ["Gh", "host of the probe", inProbe((host) => ({ host }))],
    ["Gv", "a header of the probe", headers, IN_A_LIST],
  ]),
  ...ofKind("group with a command", [["Kc", "command of the probe", (command) => ({ spec: { probe: { exec: { command } } } }), IN_A_LIST]]),
  ...ofKind("Service", [
    ["Sa", "an annotation", annotations, IN_A_LIST],
    ["Sc", "an account that may answer for it", annotated("alpha.istio.io/canonical-serviceaccounts")],
    ["Sf", "reason of a finding that is muted", muted(301, 19)],
  ]),
  ...ofKind("ServiceEntry", [
    ["Xa", "an annotation", annotations, IN_A_LIST],
    ["Xf", "reason of a finding that is muted", muted(301, 19)],
    ["Xl", "locality of an endpoint", inEndpoints("locality"), IN_A_LIST],
    ["Xn", "network of an endpoint", inEndpoints("network"), IN_A_LIST],
    ["Xc", "service account of an endpoint", inEndpoints("serviceAccount"), IN_A_LIST],
    ["Xs", "a subject that its machines prove", (subjectAltNames) => ({ spec: { subjectAltNames } }), IN_A_LIST],
  ]),
  ...ofKind("Event", [
    ["Vm", "message", one((message) => ({ message }))],
    ["Vr", "reason", one((reason) => ({ reason }))],
    ["Vs", "who tells it", one((component) => ({ source: { component } }))],
  ]),
  ...ofKind("guard rails", [
    ["Rn", "name of a preset", one((name) => ({ name }))],
    ["Rl", "a network that is allowed", one((network) => ({ network }))],
  ]),
];

/** Where a payload stands that somebody sends in an address: `markOf` of it is what a list's filter holds. */
export const TYPED: Pick<Field, "code"> = { code: "Qt" };

/** The mark of a payload in a field: found on a page, it tells which is shown there. */
export function markOf({ code }: Pick<Field, "code">, payload: number): string {
  return `q${code}${String(payload).padStart(3, "0")}z`;
}

/** The marks that a text holds, as code and number, and where they stand in it. */
export function marksIn(text: string): readonly (readonly [code: string, payload: number, at: number])[] {
  return [...text.matchAll(/q([A-Z][a-z])(\d{3})z/g)].map(({ 1: code = "", 2: payload = "", index }) => [code, Number(payload), index]);
}
