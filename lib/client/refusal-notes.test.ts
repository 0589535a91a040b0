import { describe, expect, it } from "vitest";
import { readGroup } from "./group-text";
import { refusalNotes, withRefusal } from "./refusal-notes";

const TEXT = `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: web
spec:
  metadata:
    labels: {app.kubernetes.io/name: web}
  template:
    weight: -1
    ports:
      http: 0
`;
const CAUSES = [
  { field: "spec.template.weight", message: "should be greater than or equal to 0" },
  { field: "spec.template.ports[http]", message: "port must be between 1-65535" },
  { field: "spec.metadata.labels.app.kubernetes.io/name", message: "must be of type string" },
  { field: "spec.template.network", message: "Required value" },
  { field: "", message: "no" },
];
const marked = (text: string) => refusalNotes({ text: TEXT, causes: CAUSES }, text).map(({ line, path }) => `${line} ${path.at(-1)}`);

describe("what was refused of a text", () => {
  it("is said at its lines: of a field that is missing, at the deepest that is there", () => {
    expect(marked(TEXT)).toEqual(["9 weight", "11 http", "7 app.kubernetes.io/name", "8 network"]);
    expect(refusalNotes({ text: TEXT, causes: CAUSES }, TEXT)[0]).toEqual({
      path: ["spec", "template", "weight"],
      line: 9,
      level: "refuses",
      code: "refused",
      text: "Refused at spec.template.weight: should be greater than or equal to 0",
    });
  });

  it.each<[claim: string, text: string, lines: readonly string[]]>([
    ["moves with its line", `# mine\n${TEXT}`, ["10 weight", "12 http", "8 app.kubernetes.io/name", "9 network"]],
    ["goes once its field says something else", TEXT.replace("-1", "1").replace("web}", "other}"), ["11 http", "8 network"]],
    ["goes once its field is gone", TEXT.replace("    weight: -1\n", "").replace("http:", "grpc:"), ["7 app.kubernetes.io/name", "8 network"]],
    ["goes once what was missing is there", TEXT.replace("weight:", "network: vms\n    weight:"), ["10 weight", "12 http", "7 app.kubernetes.io/name"]],
    ["is nothing of a text that cannot be read", "a: [", []],
  ])("%s", (_claim, text, lines) => {
    expect(marked(text)).toEqual(lines);
  });

  it("is nothing where what was sent cannot be read", () => {
    expect(refusalNotes({ text: "a: [", causes: CAUSES }, TEXT)).toEqual([]);
  });

  it("stands in the place of what was predicted there, in the order of the lines", () => {
    const read = readGroup(TEXT, "shop", null);
    const refusing = (notes: typeof read.notes) => notes.filter(({ level }) => level === "refuses").map(({ line, text }) => `${line} ${text.slice(0, 10)}`);
    expect(refusing(read.notes)).toEqual(["9 The API se", "11 The API se"]);
    const { notes } = withRefusal(read, refusalNotes({ text: TEXT, causes: CAUSES.slice(0, 1) }, TEXT));
    expect(refusing(notes)).toEqual(["9 Refused at", "11 The API se"]);
  });
});
