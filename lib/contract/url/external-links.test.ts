import { describe, expect, it } from "vitest";
import { externalLinkHref, kialiPaths, parseExternalLinks, parseLinkBase } from "./external-links";

const linksOf = (value: unknown) => parseExternalLinks(JSON.stringify(value));
const hrefOf = (template: string, fields: Parameters<typeof externalLinkHref>[1]) => externalLinkHref({ name: "Logs", template }, fields);

describe("links to other tools", () => {
  it("links to other tools are read with their names and addresses, in order", () => {
    expect(parseExternalLinks("")).toEqual({ links: [] });
    expect(linksOf({ Metrics: "https://graphs.example:3000/d/vm?var-ns={namespace}&from={at}", Bastion: "ssh://bastion.example/{address}" })).toEqual({
      links: [
        { name: "Metrics", template: "https://graphs.example:3000/d/vm?var-ns={namespace}&from={at}" },
        { name: "Bastion", template: "ssh://bastion.example/{address}" },
      ],
    });
  });

  it.each([
    ["a text that is no JSON", "Logs=https://logs.example", /is no JSON object/],
    ["a list", '["https://logs.example"]', /is no JSON object/],
    ["an address that is a number", '{"Logs": 3}', /is no JSON object/],
    ["the scheme javascript", '{"Logs": "javascript:alert(1)"}', /no address of https, http or ssh/],
    ["the scheme data", '{"Logs": "data:text/html,x"}', /no address of https, http or ssh/],
    ["a field in the host", '{"Logs": "https://{group}.example/"}', /begins with its whole host/],
    ["a field right after the host", '{"Logs": "https://logs.example{group}"}', /begins with its whole host/],
    ["a field for the scheme", '{"Logs": "{group}://logs.example/"}', /begins with its whole host/],
    ["a user", '{"Logs": "https://me:secret@logs.example/"}', /has no user/],
    ["a host that only looks like one", '{"Logs": "https://logs.example\\\\@evil.example/"}', /begins with its whole host/],
    ["an unknown field", '{"Logs": "https://logs.example/{pod}"}', /\{pod\}, which is not known/],
    ["a brace that is not closed", '{"Logs": "https://logs.example/{group"}', /not closed/],
    ["an empty name", '{" ": "https://logs.example/"}', /1 to 24 characters/],
    ["13 links", JSON.stringify(Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`L${n}`, "https://logs.example/"]))), /13 links/],
  ])("links to other tools are rejected with a reason for %s", (_what, text, problem) => {
    expect(parseExternalLinks(text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each([
    ["a/b", "https://logs.example/a%2Fb?x=a%2Fb"],
    ["?q=1#x", "https://logs.example/%3Fq%3D1%23x?x=%3Fq%3D1%23x"],
    ["@evil.example", "https://logs.example/%40evil.example?x=%40evil.example"],
    ["\\evil", "https://logs.example/%5Cevil?x=%5Cevil"],
    ["a&b=c", "https://logs.example/a%26b%3Dc?x=a%26b%3Dc"],
    ['"><script>', "https://logs.example/%22%3E%3Cscript%3E?x=%22%3E%3Cscript%3E"],
    ["javascript:alert(1)", "https://logs.example/javascript%3Aalert(1)?x=javascript%3Aalert(1)"],
    ["\ud800", "https://logs.example/%EF%BF%BD?x=%EF%BF%BD"],
    ["$&", "https://logs.example/%24%26?x=%24%26"],
    ["fd00::1", "https://logs.example/fd00%3A%3A1?x=fd00%3A%3A1"],
  ])("links to other tools keep scheme, host and path depth for the value %j", (group, href) => {
    const filled = hrefOf("https://logs.example/{group}?x={group}", { group });
    expect(filled).toBe(href);
    const { protocol, host, pathname } = new URL(filled ?? "");
    expect([protocol, host, pathname.split("/").length]).toEqual(["https:", "logs.example", 2]);
  });

  it.each([".", "..", "...", ""])("links to other tools have no address for the value %j, which leaves the path or is empty", (group) => {
    expect(hrefOf("https://logs.example/a/{group}/b", { group })).toBeNull();
  });

  it("links to other tools have no address if a field is not known, and always one without fields", () => {
    expect(hrefOf("https://logs.example/{entry}", { group: "cart" })).toBeNull();
    expect(hrefOf("https://logs.example/", {})).toBe("https://logs.example/");
  });
});

it.each([
  ["https://kiali.example.com", "https://kiali.example.com"],
  ["https://example.com/kiali/", "https://example.com/kiali"],
  ["http://10.0.0.1:20001/kiali", "http://10.0.0.1:20001/kiali"],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["ftp://kiali.example.com", null],
  ["https://me:secret@kiali.example.com", null],
  ["https://kiali.example.com/?a=b", null],
  ["https://kiali.example.com/#x", null],
  ["kiali.example.com", null],
  ["", null],
])("parseLinkBase returns for %j the base %j", (text, base) => {
  expect(parseLinkBase(text)).toBe(base);
});

it("Kiali addresses encode the names of objects", () => {
  expect(kialiPaths.service("https://k", "a/b", "c?d")).toBe("https://k/console/namespaces/a%2Fb/services/c%3Fd");
  expect(kialiPaths.mesh("https://k")).toBe("https://k/console/mesh");
});
