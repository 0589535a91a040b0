import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "@/lib/server/clock";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { createAllowList, NotAllowed } from "./allow-list";
import { createKubeClient, type WritingClient } from "./client";

/*
 * Every HTTP method with every path, as it is written plainly and in all ways that a URL reader might take for another path: without declared
 * writes, what leaves the process is a GET that only reads at the server of the context, and a POST of exactly five reviews.
 */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "QUERY", "get", "Post", "GET ", ""];
const CORE = "/api/v1/namespaces/shop";
const ISTIO = "/apis/networking.istio.io/v1/namespaces/shop";
const REVIEWS = [
  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  "/apis/authentication.k8s.io/v1/tokenreviews",
  "/apis/authentication.k8s.io/v1/selfsubjectreviews",
];
const READ = [
  `${ISTIO}/workloadgroups`,
  `${ISTIO}/workloadentries/vm-1`,
  `${CORE}/pods`,
  "/api/v1/nodes",
  "/version",
  `${CORE}/pods/exec`,
  `${CORE}/pods/proxy`,
];
const WRITTEN = [
  ...[`${ISTIO}/workloadgroups/cart/status`, `${CORE}/serviceaccounts/vm/token`, `${CORE}/pods/p/ephemeralcontainers`, `${CORE}/pods/p/eviction`],
  ...[`${CORE}/pods/p/binding`, `${CORE}/bindings`, `${CORE}/secrets`, "/apis/coordination.k8s.io/v1/namespaces/shop/leases/stolos"],
  ...["/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", "/apis/authorization.k8s.io/v1/namespaces/shop/localsubjectaccessreviews"],
];
const ACTING = [
  ...["exec", "attach", "portforward", "proxy", "proxy/admin", "proxy/"].map((what) => `${CORE}/pods/p/${what}`),
  ...["proxy", "proxy/run"].flatMap((what) => [`${CORE}/services/cart/${what}`, `${CORE}/services/https:cart:443/${what}`, `/api/v1/nodes/n1/${what}`]),
];

/** The same path in other letters: what a reader of URLs on the way, or the API server, may take for the plain one. */
function disguises(path: string): readonly string[] {
  const last = path.lastIndexOf("/");
  const [head, tail] = [path.slice(0, last), path.slice(last + 1)];
  const letter = tail.charCodeAt(0).toString(16) || "2f";
  return [
    path,
    ...["?watch", "?watch=true", "?watch=1&command=rm", "?dryRun=All", "?method=DELETE", "?_method=POST", "?", "?x#y", "?a b"].map((query) => path + query),
    ...["/", "//", "/.", "/x/..", "#", "#x", "%20", "%00", "%23", ";x=1", "\\", "\t", "\n", " HTTP/1.1\r\nX: y"].map((end) => path + end),
    `${head}/%${letter}${tail.slice(1)}`,
    `${head}/%25${letter}${tail.slice(1)}`,
    `${head}/${tail.slice(0, 1)}\t${tail.slice(1)}`,
    `${head}/%zz/../${tail}`,
    ...["//", "/./", "/x/../", "\\", "%2f", "%5c", "/%2e/", "/x/%2e%2e/", "/x/%2E./"].map((joint) => `${head}${joint}${tail}`),
    ...["/", "/.", "/x/..", "/%2e", "\\", " ", "\t", "@elsewhere.example", ".elsewhere.example", ":1", "https://elsewhere.example"].map(
      (front) => front + path,
    ),
    path.toUpperCase(),
  ];
}

const SERVER = "https://cluster.example:6443";
const ACTS = /^\/api\/v1\/(namespaces\/[^/]+\/)?(pods|services|nodes)\/[^/]+\/(exec|attach|portforward|proxy)(\/|$)/i;

/** What a request would do, read anew: the address as a URL reader sees it, decoded until nothing changes, its path walked and cleaned. */
function onlyReads(path: string): boolean {
  const address = `${SERVER}${path}`;
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.origin !== SERVER || url.username !== "") return false;
  let plain = url.pathname;
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  const kept: string[] = [];
  for (const part of plain.split(/[/\\]+/))
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part.replace(/[#?; \t\r\n\0].*$/s, ""));
  return !ACTS.test(`/${kept.join("/")}`);
}

const paths = [...REVIEWS, ...READ, ...WRITTEN, ...ACTING].flatMap(disguises);

/** Tells whether it was let through; any other error than a refusal is one. */
function isLetThrough(assert: () => void): boolean {
  try {
    assert();
    return true;
  } catch (thrown) {
    if (thrown instanceof NotAllowed) return false;
    throw thrown;
  }
}

describe("without any declared write", () => {
  const list = createAllowList([]);
  const allowed = (method: string) => paths.filter((path) => isLetThrough(() => list.assertAllowed(method, path)));

  it.each(METHODS.filter((method) => method !== "GET" && method !== "POST"))("nothing is sent by %j", (method) => {
    expect(allowed(method)).toEqual([]);
  });

  it("what is sent by POST is a review, letter by letter", () => {
    expect(allowed("POST")).toEqual(REVIEWS);
  });

  it("what is sent by GET only reads, at the server of the context, however its path is disguised", () => {
    expect(allowed("GET").filter((path) => !onlyReads(path))).toEqual([]);
  });

  it("every plain path that reads is sent, with a query and in a name that looks like an action", () => {
    expect(allowed("GET")).toEqual(expect.arrayContaining(READ.flatMap((path) => [path, `${path}?watch=true`])));
  });

  it("a path that is no path of this server is not sent at all", () => {
    const odd = ["", "api/v1/pods", "@elsewhere.example/", ":1/", "//elsewhere.example/", "/api/%zz", "/api/v1\\pods", "/api/v1/pods\n", "/api/v1/../v1/pods"];
    expect(odd.filter((path) => isLetThrough(() => list.assertAllowed("GET", path)))).toEqual([]);
  });
});

describe("the client of a server that only reads", () => {
  let api: FakeKubeApi;
  let client: WritingClient;
  let readings = 0;

  beforeAll(async () => {
    api = await startFakeKubeApi();
    const credentials = async () => {
      readings++;
      return { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
    };
    client = createKubeClient({ context: { cluster: "fake", server: api.url, proxyUrl: null, namespace: "", credentials }, clock: systemClock() });
  });
  afterAll(async () => {
    await client.close();
    await api.close();
  });

  it("refuses whatever is not allowed before it even reads its credentials", async () => {
    const refused = paths.filter((path) => !onlyReads(path));
    expect(refused.length).toBeGreaterThan(500);
    for (const path of refused) {
      await expect(client.get(path)).rejects.toBeInstanceOf(NotAllowed);
      await expect(client.stream(path, new AbortController().signal)).rejects.toBeInstanceOf(NotAllowed);
    }
    for (const verb of ["create", "update", "patch", "delete"] as const) {
      for (const path of [...READ, ...WRITTEN]) await expect(client.write({ verb, path, body: {} })).rejects.toBeInstanceOf(NotAllowed);
    }
    for (const path of [...READ, ...WRITTEN, ...ACTING]) await expect(client.post(path, {})).rejects.toBeInstanceOf(NotAllowed);
    expect([readings, api.requests]).toEqual([0, []]);
    // The same client does send what is allowed.
    await client.get("/version");
    expect([readings, api.requests.length]).toEqual([1, 1]);
  });
});
