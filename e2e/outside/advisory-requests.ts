import { ACTION, type AdvisoryRequest, FORM, fiveTimes, form, get, JSON_TYPE, nested, post, SIGN_IN, TEXT, WEB_SOCKET } from "./advisory-shape";

/** Headers by which a client skips, feeds or steers what stands before the pages. */
const BEFORE_PAGES: readonly AdvisoryRequest[] = [
  ...["middleware", fiveTimes("middleware"), fiveTimes("src/middleware"), fiveTimes("proxy"), "pages/_middleware"].map((value) =>
    get("CVE-2025-29927", `the proxy is skipped by a header: ${value.slice(0, 20)}`, "/entries", [["X-Middleware-Subrequest", value]], SIGN_IN),
  ),
  get("CVE-2025-29927", "the same at a route", "/api/search?q=vm", [["X-Middleware-Subrequest", fiveTimes("proxy")]], 401),
  get(
    "CVE-2025-29927",
    "the same at a foreign host",
    "/entries",
    [
      ["Host", "evil.example"],
      ["X-Middleware-Subrequest", fiveTimes("proxy")],
    ],
    421,
  ),
  get("CVE-2025-30218", "the id of a subrequest", "/entries", [["X-Middleware-Subrequest-Id", "0000"]], SIGN_IN),
  get("CVE-2025-57822", "headers of the request are those that the proxy hands on", "/entries", [["Location", "http://127.0.0.1:1/"]], SIGN_IN),
  get(
    "CVE-2025-57822",
    "a client overrides headers",
    "/entries",
    [
      ["X-Middleware-Override-Headers", "x-nonce"],
      ["X-Middleware-Request-X-Nonce", "forged"],
    ],
    SIGN_IN,
  ),
  get(
    "CVE-2025-57822",
    "a client rewrites",
    "/sign-in",
    [
      ["X-Middleware-Rewrite", "/entries"],
      ["X-Middleware-Next", "1"],
    ],
    200,
  ),
  get("CVE-2026-44573", "data of a page past the proxy", "/_next/data/build/entries.json", [["X-Nextjs-Data", "1"]], 404),
  get("CVE-2026-44573", "the same of the first page", "/_next/data/build/index.json?__nextLocale=en", [["X-Nextjs-Data", "1"]], 404),
  get("CVE-2026-44574", "a segment of a page past the proxy", "/entries.segments/_tree.segment.rsc", [["RSC", "1"]], 404),
  get("CVE-2026-44574", "a page by the name of its flight", "/entries.rsc", [["RSC", "1"]], 404),
  get(
    "CVE-2026-44575",
    "a segment that is prefetched",
    "/entries",
    [
      ["RSC", "1"],
      ["Next-Router-Prefetch", "1"],
      ["Next-Router-Segment-Prefetch", "/_tree"],
    ],
    200,
  ),
  get("CVE-2026-45109", "an address in another spelling", "/%65ntries", [], 404),
  get("CVE-2026-45109", "a parameter of a page by the query", "/c/sandbox/groups/shop/x?nxtPcluster=sandbox&nxtPnamespace=shop&nxtPname=cart", [], SIGN_IN),
  get("CVE-2026-64642", "an empty segment", "//entries", [], 400),
  get("CVE-2026-64642", "a segment of dots", "/sign-in/../entries", [], 400),
  get("CVE-2026-64642", "a segment of encoded dots", "/sign-in/%2e%2e/entries", [], 400),
  get("CVE-2024-51479", "a first page by a locale", "/?__nextLocale=de&__nextDefaultLocale=en", [], SIGN_IN),
  get(
    "GHSA-h25m-26qc-wcjf",
    "another path by a header",
    "/sign-in",
    [
      ["X-Matched-Path", "/entries"],
      ["X-Now-Route-Matches", "1=entries"],
    ],
    200,
  ),
  get(
    "GHSA-h25m-26qc-wcjf",
    "another path by a header of proxies",
    "/sign-in",
    [
      ["X-Original-Url", "/entries"],
      ["X-Rewrite-Url", "/entries"],
    ],
    200,
  ),
  get(
    "CVE-2025-64484",
    "a user by a header with underscores",
    "/api/session",
    [
      ["X_Forwarded_User", "admin"],
      ["X_Auth_Request_User", "admin"],
    ],
    401,
  ),
  get(
    "CVE-2026-40575",
    "an address by a header of proxies",
    "/api/session",
    [
      ["X-Forwarded-Uri", "/api/healthz"],
      ["X-Forwarded-User", "admin"],
    ],
    401,
  ),
];

/** Server Actions and the decoding of what they are sent: there are none. */
const ACTIONS: readonly AdvisoryRequest[] = [
  post(
    "CVE-2025-55182",
    "code runs while a form is decoded",
    "/",
    [ACTION, FORM],
    form({ 0: '{"then":"$1:__proto__:then","status":"resolved_model"}', 1: '"$@0"' }),
    405,
  ),
  post(
    "CVE-2025-55182",
    "the same at another page",
    "/sign-in",
    [ACTION, FORM],
    form({ 0: '["$F1"]', 1: '{"id":"child_process#execSync","bound":["id"]}' }),
    405,
  ),
  post("CVE-2025-55182", "the same at a route", "/api/session", [ACTION, FORM, ["Sec-Fetch-Site", "same-origin"]], form({ 0: '["$F1"]' }), 415),
  post("CVE-2025-66478", "the same without the header", "/entries", [FORM], form({ "1_$ACTION_ID_7f00": "", $ACTION_REF_1: "" }), 405),
  post("CVE-2025-66478", "the same as text", "/groups", [ACTION, TEXT], '["$1:constructor:constructor"]', 405),
  post("CVE-2025-55184", "a promise of itself", "/", [ACTION, FORM], form({ 0: '"$@0"' }), 405),
  post("CVE-2025-67779", "two promises of each other", "/", [ACTION, FORM], form({ 0: '"$@1"', 1: '"$@0"' }), 405),
  post("CVE-2025-55183", "the source of an action", "/", [ACTION, TEXT], '["$F1"]', 405),
  post("CVE-2026-23864", "memory by nesting", "/", [ACTION, TEXT], nested(10_000), 405),
  post("CVE-2026-23869", "time by references", "/", [ACTION, TEXT], `[${Array.from({ length: 5_000 }, () => '"$Q1"').join(",")}]`, 405),
  post("CVE-2026-23870", "time by a map of maps", "/", [ACTION, FORM], form({ 0: '"$Q1"', 1: '[["$Q1","$Q1"]]' }), 405),
  post("CVE-2026-27978", "a sandboxed frame's origin", "/", [ACTION, TEXT, ["Origin", "null"]], "[]", 405),
  post("CVE-2026-27978", "the same at a route", "/api/sign-out", [JSON_TYPE, ["Origin", "null"], ["Sec-Fetch-Site", "cross-site"]], "{}", 403),
  post("CVE-2026-27978", "no origin at all", "/api/sign-out", [JSON_TYPE], "{}", 403),
  post(
    "CVE-2026-64641",
    "time by many fields",
    "/",
    [ACTION, FORM],
    form(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [String(at), `"$${at}"`]))),
    405,
  ),
  post(
    "CVE-2026-64649",
    "a redirect within an action to a forged host",
    "/sign-in",
    [ACTION, TEXT, ["Host", "127.0.0.1:1"], ["X-Forwarded-Host", "169.254.169.254"]],
    "[]",
    405,
  ),
  post("CVE-2024-34351", "the same by the host alone", "/", [["Host", "169.254.169.254"], ACTION, TEXT], "[]", 405),
  post("CVE-2024-56332", "a body that is announced and too large", "/api/session", [ACTION, TEXT, ["Content-Length", "1000000000"]], "[", 413),
];

/** Other parts of the framework that this server has not, or has no use for. */
const PARTS: readonly AdvisoryRequest[] = [
  get("CVE-2026-27977", "the development server's socket", "/_next/webpack-hmr?id=x", [...WEB_SOCKET, ["Origin", "null"]], 400),
  get("CVE-2026-27977", "the development server's tools", "/__nextjs_original-stack-frames", [], 404),
  get("CVE-2025-48068", "sources by the development server", "/__nextjs_source-map?filename=/etc/passwd", [["Origin", "http://evil.example"]], 404),
  post("CVE-2026-29057", "two lengths of one body", "/api/session", [JSON_TYPE, ["Content-Length", "4"], ["Transfer-Encoding", "chunked"]], "0\r\n\r\n", 400),
  post("CVE-2026-29057", "two encodings of one body", "/api/session", [JSON_TYPE, ["Transfer-Encoding", "identity, chunked, identity"]], "0\r\n\r\n", 400),
  {
    ...get("CVE-2026-29057", "a request within a body that deletes", "/entries", [["Transfer-Encoding", "chunked"]], 405),
    method: "DELETE",
    body: "0\r\n\r\n",
  },
  get("CVE-2026-27980", "an image cache that grows", "/_next/image?url=%2Ficon.svg&w=64&q=75", [["Accept", "image/webp"]], 404),
  get("CVE-2026-27980", "another server's image", "/_next/image?url=http%3A%2F%2F127.0.0.1%3A1%2F&w=64&q=75", [], 404),
  get("CVE-2025-57752", "an image by somebody's cookie", "/_next/image?url=%2Fapi%2Fsession&w=64&q=75", [["Cookie", "a=b"]], 404),
  get("GHSA-2xp9-vwfh-vxw4", "code by a picture", "/_next/image?url=%2Fscreenshot.png&w=3840&q=100", [["Accept", "image/avif"]], 404),
  get("CVE-2026-27979", "a page that is resumed", "/entries", [["Next-Resume", "1"]], SIGN_IN),
  post("CVE-2026-27979", "a page that is resumed with a body", "/", [["Next-Resume", "1"], TEXT], "x".repeat(50_000), 405),
  post(
    "CVE-2026-44579",
    "the same of a cached component",
    "/entries",
    [
      ["Next-Resume", "1"],
      ["X-Nextjs-Postponed", "1"],
    ],
    `4:null${nested(1_000)}`,
    405,
  ),
  get("CVE-2026-44576", "a flight where a page is kept", "/", [["RSC", "1"]], 200),
  get(
    "CVE-2025-49005",
    "a flight without what it varies by",
    "/?_rsc=x",
    [
      ["RSC", "1"],
      ["Next-Url", "/entries"],
    ],
    200,
  ),
  get(
    "CVE-2025-49826",
    "an empty page where a page is kept",
    "/sign-in",
    [
      ["X-Middleware-Prefetch", "1"],
      ["X-Prerender-Revalidate", "x"],
    ],
    200,
  ),
  get(
    "CVE-2024-46982",
    "a page that is kept for all",
    "/?__nextDataReq=1",
    [
      ["X-Now-Route-Matches", "1"],
      ["X-Nextjs-Data", "1"],
    ],
    SIGN_IN,
  ),
  get(
    "CVE-2025-32421",
    "properties of another page",
    "/?__nextDataReq=1",
    [
      ["X-Invoke-Status", "888"],
      ["X-Invoke-Error", "{}"],
    ],
    SIGN_IN,
  ),
  get("CVE-2026-44578", "another server by a socket", "/api/live", WEB_SOCKET, 400),
  get("CVE-2026-44578", "another server by a whole address", "http://127.0.0.1:1/", WEB_SOCKET, 400),
  get("CVE-2026-44578", "another server by the host", "/", [["Host", "169.254.169.254"], ...WEB_SOCKET], 400),
  get(
    "CVE-2026-23869",
    "a router state that is nested",
    "/sign-in",
    [
      ["RSC", "1"],
      ["Next-Router-State-Tree", encodeURIComponent(nested(500))],
    ],
    400,
  ),
  get(
    "CVE-2026-23869",
    "a router state that is none",
    "/sign-in",
    [
      ["RSC", "1"],
      ["Next-Router-State-Tree", "%7B"],
    ],
    400,
  ),
  get(
    "CVE-2026-23870",
    "a router state with a prototype",
    "/sign-in",
    [
      ["RSC", "1"],
      ["Next-Router-State-Tree", encodeURIComponent('["",{"__proto__":["x",{}]}]')],
    ],
    200,
  ),
  get(
    "GHSA-ffhc-5mcf-pf4q",
    "a forged nonce by a policy",
    "/sign-in",
    [["Content-Security-Policy", "script-src 'nonce-forged\"><script>alert(1)</script>'"]],
    200,
  ),
  get("GHSA-ffhc-5mcf-pf4q", "a forged nonce by a header", "/sign-in", [["X-Nonce", 'forged"><script>alert(1)</script>']], 200),
  get("CVE-2026-75604", "a path of Windows", "/_next/static/..%5c..%5cserver%5capp-paths-manifest.json", [], 404),
  get("CVE-2020-5284", "a path out of the built files", "/_next/static/..%2f..%2fserver%2fapp-paths-manifest.json", [], 404),
  get("CVE-2021-37699", "a redirect to another site", "//evil.example/%2e%2e", [], 400),
  get("CVE-2021-37699", "a redirect by a backslash", "/\\evil.example/", [], 400),
  get("CVE-2021-37699", "a redirect by what stands behind the sign-in", "/sign-in?from=%2F%2Fevil.example", [], 200),
];

/** Every shape that is asked. */
export const ADVISORY_REQUESTS: readonly AdvisoryRequest[] = [...BEFORE_PAGES, ...ACTIONS, ...PARTS];
