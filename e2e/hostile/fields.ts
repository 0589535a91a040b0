/** A text of an object that strangers write and a page may show. `code` is part of the marks of its payloads. */
export interface Field {
  readonly code: string;
  readonly kind: HostileKind;
  readonly name: string;
  /** The fields of the object that hold the text. */
  holding(text: string): Readonly<Record<string, unknown>>;
}

export type HostileKind = "WorkloadEntry" | "WorkloadGroup" | "Service" | "ServiceEntry" | "Event" | "guard rails";

const annotated = (key: string) => (text: string) => ({ metadata: { annotations: { [key]: text } } });
const inSpec = (spec: (text: string) => object) => (text: string) => ({ spec: spec(text) });
const inTemplate = (key: string) => inSpec((text) => ({ template: { [key]: text } }));
const inProbe = (check: (text: string) => object) => inSpec((text) => ({ probe: { httpGet: { port: 80, ...check(text) } } }));
const inCondition = (key: string) => (text: string) => ({ status: { conditions: [{ type: "Healthy", status: "False", [key]: text }] } });
const inEndpoint = (key: string) => inSpec((text) => ({ endpoints: [{ address: "10.9.9.9", [key]: text }] }));

/** Rules of which one or another finds something about what is planted here, muted for everybody with a reason. */
const muted = (first: number, count: number) => (reason: string) => {
  const mutes = Array.from({ length: count }, (_, at) => ({ code: `STL${first + at}`, until: "2100-01-01T00:00:00Z", reason }));
  return annotated("stolos.dev/mute-findings")(JSON.stringify(mutes));
};

const NOTE = annotated("note.example/of-a-stranger");

type Row = readonly [code: string, name: string, holding: Field["holding"]];
const ofKind = (kind: HostileKind, rows: readonly Row[]): readonly Field[] => rows.map(([code, name, holding]) => ({ code, kind, name, holding }));

/** Every text that the API server takes from a stranger as it is; names, hosts and labels it takes in letters, digits, dots and dashes only. */
export const FIELDS: readonly Field[] = [
  ...ofKind("WorkloadEntry", [
    ["Ea", "an annotation", NOTE],
    ["Ec", "the replica that holds it", annotated("istio.io/workloadController")],
    ["Eg", "the group that registered it", annotated("istio.io/autoRegistrationGroup")],
    ["Eq", "reason of its drain", annotated("stolos.dev/drain-reason")],
    ["Ef", "reason of a finding that is muted", muted(101, 26)],
    ["Et", "when it connected", annotated("istio.io/connectedAt")],
    ["En", "network", inSpec((network) => ({ network }))],
    ["El", "locality", inSpec((locality) => ({ locality }))],
    ["Es", "service account", inSpec((serviceAccount) => ({ serviceAccount }))],
    ["Ed", "address of a socket", inSpec((text) => ({ address: `unix:///${text}x` }))],
    ["Em", "message of the probe", inCondition("message")],
    ["Er", "reason of the probe", inCondition("reason")],
  ]),
  ...ofKind("WorkloadGroup", [
    ["Ga", "an annotation", NOTE],
    ["Ge", "expected size", annotated("stolos.dev/expected-size")],
    ["Gf", "reason of a finding that is muted", muted(201, 16)],
    ["Gx", "a machine that is planned to go, and why", (text) => annotated("stolos.dev/planned-leaves")(JSON.stringify([{ entry: text, reason: text }]))],
    ["Gm", "an annotation of its machines", inSpec((text) => ({ metadata: { annotations: { "note.example/of-a-stranger": text } } }))],
    ["Gl", "locality", inTemplate("locality")],
    ["Gn", "network", inTemplate("network")],
    ["Gs", "service account", inTemplate("serviceAccount")],
    ["Gd", "a label of the template", inSpec((text) => ({ template: { labels: { note: text } } }))],
    ["Gp", "path of the probe", inProbe((path) => ({ path }))],
    ["Gh", "host of the probe", inProbe((host) => ({ host }))],
    ["Gv", "a header of the probe", inProbe((value) => ({ httpHeaders: [{ name: "X-Note", value }] }))],
  ]),
  ...ofKind("Service", [["Sa", "an annotation", NOTE]]),
  ...ofKind("ServiceEntry", [
    ["Xa", "an annotation", NOTE],
    ["Xl", "locality of an endpoint", inEndpoint("locality")],
    ["Xn", "network of an endpoint", inEndpoint("network")],
    ["Xs", "a subject that its machines prove", inSpec((text) => ({ subjectAltNames: [text] }))],
  ]),
  ...ofKind("Event", [
    ["Vm", "message", (message) => ({ message })],
    ["Vr", "reason", (reason) => ({ reason })],
    ["Vs", "who tells it", (component) => ({ source: { component } })],
  ]),
  ...ofKind("guard rails", [
    ["Rn", "name of a preset", (name) => ({ name })],
    ["Rl", "a network that is allowed", (network) => ({ network })],
  ]),
];

/** The mark of a payload in a field: found on a page, it tells which is shown there. */
export function markOf({ code }: Field, payload: number): string {
  return `q${code}${String(payload).padStart(3, "0")}z`;
}

/** The marks that a text holds, as code and number. */
export function marksIn(text: string): readonly (readonly [code: string, payload: number])[] {
  return [...text.matchAll(/q([A-Z][a-z])(\d{3})z/g)].map(([, code = "", payload = ""]) => [code, Number(payload)]);
}
