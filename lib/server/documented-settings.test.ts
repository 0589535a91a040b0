import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseExternalLinks } from "@/lib/contract/url/external-links";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { readConfig } from "./config";
import { SETTINGS } from "./settings";
import { teamViewsReader } from "./team-views/read-team-views";

const blocks = (document: string, language: string) =>
  [...readFileSync(document, "utf8").matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) => text);

describe("the examples of the documents", () => {
  const [policies = "", views = ""] = blocks("docs/settings.md", "yaml");

  it("have policies that the server reads, with every field", () => {
    // The certificate is a placeholder.
    const read = readPlatformPolicies(parse(policies.replace(/^ +rootCertificate:[\s\S]*$/m, "")));
    if (!("rails" in read)) throw new Error(JSON.stringify(read.problems));
    expect(Object.entries(read.rails).filter(([, value]) => value === null)).toEqual([]);
    expect(read.rails.presets?.map(({ name }) => name)).toEqual(["Web server"]);
    expect(readPlatformPolicies({ ...parse(policies), networkz: [] })).toHaveProperty("problems");
  });

  it("have team views that the server offers", async () => {
    const scope = scopeFromPermissions(new Map([["eu", new Map(WATCHED_KINDS.map((kind) => [kind, "all"] as const))]]));
    const get = async () => ({ ok: true, value: { data: { "views.yaml": views } } }) as const;
    const read = await teamViewsReader({ teamViews: { namespace: "istio-system", name: "views" }, ownClientOf: () => ({ get }) })(scope);
    expect(read).toEqual({ views: [{ cluster: "eu", name: "Payments at night", address: "/oncall?ns=payments" }], problems: [] });
  });

  it("have links to other sites", () => {
    const [, example = ""] = /is a JSON object of names and addresses: `([^`]+)`/.exec(readFileSync("docs/settings.md", "utf8")) ?? [];
    expect(parseExternalLinks(example)).toEqual({ links: [{ name: "Logs", template: "https://logs.example/?q={entry}" }] });
  });

  it("start the server with OpenID Connect", () => {
    const [command = ""] = blocks("docs/sign-in.md", "sh");
    const folder = mkdtempSync(join(tmpdir(), "documented-"));
    const secret = join(folder, "client-secret");
    writeFileSync(secret, "secret of the client");
    const named = [...command.matchAll(/(STOLOS_[A-Z_]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]);
    const environment = {
      ...Object.fromEntries(named),
      STOLOS_OIDC_CLIENT_SECRET_FILE: secret,
      STOLOS_SESSION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64"),
    };
    expect(named.length).toBeGreaterThan(8);
    expect(readConfig(environment).signIn).toMatchObject({ kind: "oidc" });
    rmSync(folder, { recursive: true });
  });

  it("have roles for impersonation", () => {
    const rules = blocks("docs/sign-in.md", "yaml").flatMap((text) => parseAllDocuments(text).flatMap((document) => document.toJS().rules));
    expect(rules.length).toBeGreaterThan(8);
    expect(rules.filter(({ verbs }) => !verbs.every((verb: string) => verb === "impersonate" || /^impersonate(-on)?:user-info/.test(verb)))).toEqual([]);
  });
});

describe("the settings in documents and manifests", () => {
  const manifests = readdirSync("lib/deployment").filter((name) => /\.(yaml|md)$/.test(name));
  const texts = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`), ...manifests.map((name) => `lib/deployment/${name}`)].filter((path) =>
    /\.(md|yaml)$/.test(path),
  );
  /** Variables of the build and of Kubernetes that documents explain. */
  const others = ["STOLOS_BUILD", "STOLOS_SUITE"];

  it.each(texts)("%s names no setting that does not exist", (path) => {
    const named = readFileSync(path, "utf8").match(/\bSTOLOS_[A-Z_]+\b(?!…)/g) ?? [];
    expect(named.filter((name) => !Object.hasOwn(SETTINGS, name) && !others.includes(name))).toEqual([]);
  });

  it("docs/settings.md has one row for each", () => {
    const rows = [...readFileSync("docs/settings.md", "utf8").matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(Object.keys(SETTINGS).sort());
  });
});
