/** A change of the built server's text, as it is read: an expression over what the bundler made of our source, and what stands there instead. */
export interface Planted {
  readonly find: string;
  readonly put: string;
}

/** What keeps a server that only reads from writing: commands are not loaded, no address answers for them, the client sends nothing but reads and reviews. */
export const LAYERS = ["not loaded", "not answered", "not sent"] as const;
export type Layer = (typeof LAYERS)[number];

/** What can be taken away: a layer, or the question whether somebody may, which is asked before a write leaves. */
export type Withheld = Layer | "asked before";

/** What takes one layer away. Names of variables are the bundler's; those of properties are ours. */
export const WITHOUT: Readonly<Record<Withheld, readonly Planted[]>> = {
  // Commands are loaded for whoever asks, and their controls are offered.
  "not loaded": [
    { find: "(async function \\w+\\(\\{mayWrite:\\w+\\}\\)\\{return )\\w+\\?(\\w+\\.A\\(\\d+\\)):null\\}", put: "$1$2}" },
    { find: "(async function \\w+\\(\\{mayWrite:\\w+\\},\\w+\\)\\{)if\\(!\\w+\\)return\\[\\];", put: "$1" },
  ],
  // Whoever asks whether a viewer may write is told so.
  "not answered": [{ find: "\\b[\\w.]+\\.mayWrite\\b", put: "!0" }],
  // Whoever is not allowed is not told so before the API server says it.
  "asked before": [
    {
      find: 'if\\((\\w+)\\.length>0\\)throw new \\w+\\.\\w+\\(403,"Not allowed",`\\$\\{[^`]+\\(\\1\\)\\}\\.`,void 0,\\{missingRights:\\1\\.map\\(\\w+\\)\\}\\);',
      put: "",
    },
  ],
  // The client sends whatever it is given.
  "not sent": [{ find: "throw new \\w+\\(`\\$\\{\\w+\\} \\$\\{\\w+\\} is not among the requests that this server sends`\\)", put: "return" }],
};
