import { describe, expect, it } from "vitest";
import { initialGroupYaml } from "@/lib/domain/new-group/initial-yaml";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { placeGroup, readGroup, renameGroup } from "./group-text";
import { editYaml } from "./yaml-text";

const TEXT = `# made by the shop team
apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: web # the name
  namespace: shop
spec:
  # what the machines are
  template:
    ports: {http: 8080}
    serviceAccount: web-vm
  metadata:
    labels:
      version: v1
      app: web
`;

const problem = (text: string) => readGroup(text, "shop", null).problem;

describe("the text of a group", () => {
  it("is read, with what would be refused or go wrong at its line", () => {
    expect(readGroup(TEXT, "shop", null)).toMatchObject({ problem: null, notes: [], value: { metadata: { name: "web" } } });
    const bad = TEXT.replace("version: v1", `version: ${"x".repeat(64)}`).replace("8080", "0");
    expect(readGroup(bad, "shop", null).notes).toMatchObject([
      { line: 10, level: "refuses", path: ["spec", "template", "ports", "http"] },
      { line: 14, level: "refuses", path: ["spec", "metadata", "labels", "version"] },
    ]);
  });

  it("is held against the platform team's rules, at the fields that break them", () => {
    const read = readPlatformPolicies({ namePattern: "vm-*", requiredLabels: [{ key: "cost-center" }], networks: ["dc-1"] });
    const { notes } = readGroup(TEXT, "shop", "rails" in read ? read.rails : null);
    expect(notes).toMatchObject([
      { line: 5, level: "refuses", path: ["metadata", "name"], text: expect.stringContaining("vm-*") },
      { level: "refuses", path: ["spec", "template", "network"] },
      { level: "refuses", path: ["spec", "metadata", "labels", "cost-center"] },
    ]);
  });

  it.each([
    ["nothing", "", 1, /no object/],
    ["two documents", `${TEXT}---\nkind: Service\n`, 16, /second document/],
    ["an anchor", TEXT.replace("web-vm", "&a web-vm"), 11, /Anchors/],
    ["an alias", TEXT.replace("web-vm", "&a web-vm").replace("app: web", "app: *a"), 11, /Anchors/],
    ["a bomb", "a: &a [1,1]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n", 1, /Anchors/],
    ["a key twice", TEXT.replace("version: v1", "app: v1"), 15, /no YAML/],
    ["an address that ends with colons", TEXT.replace("    ports:", "    address: fd00::\n    ports:"), 10, /in quotes: "fd00::"/],
    ["another kind", TEXT.replace("WorkloadGroup", "Service"), 3, /kind is "Service"/],
    ["no kind", "a: 1\n", 1, /kind is missing/],
    ["a paste over the limit", `${TEXT}#${"x".repeat(70_000)}`, 1, /at most 48,000/],
    ["more levels than an object has", `a:\n  ${"[".repeat(20)}${"]".repeat(20)}\n`, 2, /nested too deep/],
    ["brackets without end", `a: ${"[".repeat(40_000)}`, 1, /./],
  ])("is not read where it is %s, and says why and where", (_claim, text, line, words) => {
    expect(problem(text)?.line).toBe(line);
    expect(problem(text)?.text).toMatch(words);
  });

  it.each(["---\n", "---\n---\n# end\n", "...\n"])("is one document with %j behind it", (tail) => {
    expect(problem(`${TEXT}${tail}`)).toBeNull();
  });

  it("names the address that YAML reads as a key", () => {
    const read = (line: string) => problem(TEXT.replace("    ports:", `    ${line}\n    ports:`))?.text;
    const words = 'YAML reads the last colon of this address as a key. Write it in quotes: "001:db8::".';
    for (const line of ["address: 001:db8::", "address: 001:db8::  # later", "labels: {a: 001:db8::, b: c}"]) expect(read(line), line).toBe(words);
  });

  it.each([
    ["a key of every object", "spec:", "__proto__: {polluted: 1}\nspec:", /no field __proto__/],
    ["a field that nobody knows", "    serviceAccount:", "    serviceAcount: a\n    serviceAccount:", /no field serviceAcount/],
    ["a number as a label", "version: v1", "version: 1.10", /has to be a text/],
    ["an address of IPv6", "    ports:", "    address: fd00::1\n    ports:", /own address/],
  ])("names %s", (_claim, from, to, words) => {
    const { notes } = readGroup(TEXT.replace(from, to), "shop", null);
    expect(notes.map(({ text }) => text).join(" ")).toMatch(words);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("an edit of one field", () => {
  it("keeps comments, order and everything else", () => {
    expect(editYaml(TEXT, ["metadata", "name"], "shop-web")).toBe(TEXT.replace("name: web #", "name: shop-web #"));
    expect(editYaml(TEXT, ["spec", "template", "network"], "vpc-2")).toBe(
      TEXT.replace("    serviceAccount: web-vm\n", "    serviceAccount: web-vm\n    network: vpc-2\n"),
    );
  });

  it("quotes what YAML would take for something else", () => {
    const texts = ["1.10", "true", "null", "fd00::", "a: b", "# c", ""];
    for (const value of texts) {
      const text = editYaml(TEXT, ["spec", "metadata", "labels", "version"], value);
      expect(readGroup(text ?? "", "shop", null).value).toMatchObject({ spec: { metadata: { labels: { version: value } } } });
    }
  });

  it("makes what is missing above it, and takes away what is empty after it", () => {
    const probed = editYaml(TEXT, ["spec", "probe", "tcpSocket", "port"], 8080) ?? "";
    expect(probed).toContain("  probe:\n    tcpSocket:\n      port: 8080\n");
    expect(editYaml(probed, ["spec", "probe"], undefined)).toBe(TEXT);
    expect(editYaml(TEXT.replace("  template:", "  probe:\n  template:"), ["spec", "probe", "periodSeconds"], 5)).toContain("probe:\n    periodSeconds: 5");
    const bare = editYaml(editYaml(TEXT, ["spec", "metadata", "labels", "app"], undefined) ?? "", ["spec", "metadata", "labels", "version"], undefined);
    expect(bare).not.toContain("labels");
  });

  it("is refused where something else stands there, or the text cannot be read", () => {
    expect(editYaml("kind: WorkloadGroup\nspec: later\n", ["spec", "template", "network"], "a")).toBeNull();
    expect(editYaml("a: [", ["a"], "b")).toBeNull();
  });
});

describe("another name", () => {
  it("takes along the account and the label that were named after it", () => {
    const begun = initialGroupYaml("shop");
    const named = renameGroup(begun, readGroup(begun, "shop", null).value, "web") ?? "";
    expect(readGroup(named, "shop", null)).toMatchObject({
      notes: [],
      value: { metadata: { name: "web" }, spec: { metadata: { labels: { app: "web" } }, template: { serviceAccount: "web-vm" } } },
    });
    expect(named).toBe(begun.replace('name: ""', "name: web").replace('app: ""', "app: web").replace('serviceAccount: ""', "serviceAccount: web-vm"));
    const again = renameGroup(named, readGroup(named, "shop", null).value, "api") ?? "";
    expect(again).toBe(named.replaceAll("web", "api"));
  });

  it("leaves alone what was named otherwise", () => {
    const text = TEXT.replace("app: web", "app: front").replace("web-vm", "payments");
    expect(renameGroup(text, readGroup(text, "shop", null).value, "api")).toBe(text.replace("name: web", "name: api"));
  });
});

describe("the locality of a group", () => {
  const LABEL = "topology.istio.io/locality";
  const placed = (localities: readonly string[], text = TEXT) =>
    localities.reduce((written, locality) => placeGroup(written, readGroup(written, "shop", null).value, locality) ?? "not read", text);
  const valuesIn = (text: string) => {
    const { spec } = readGroup(text, "shop", null).value as { spec: { template: { locality?: string }; metadata: { labels: Record<string, string> } } };
    return [spec.template.locality, spec.metadata.labels[LABEL]];
  };

  it.each([
    [["eu/eu-a"], ["eu/eu-a", "eu.eu-a"]],
    [
      ["eu", "eu/", "eu/b"],
      ["eu/b", "eu.b"],
    ],
    [["eu/"], ["eu/", undefined]],
    // A dot divides parts in a label.
    [["eu.north/a"], ["eu.north/a", undefined]],
    [
      ["eu/a", "eu.north/a"],
      ["eu.north/a", undefined],
    ],
    [
      ["eu/eu-a", ""],
      [undefined, undefined],
    ],
  ])("is written into the template and as a label: %j", (localities, values) => {
    expect(valuesIn(placed(localities))).toEqual(values);
  });

  it("keeps a label with another value", () => {
    const own = editYaml(TEXT, ["spec", "metadata", "labels", LABEL], "us.us-b") ?? "";
    expect(valuesIn(placed(["eu/eu-a"], own))).toEqual(["eu/eu-a", "us.us-b"]);
  });
});
