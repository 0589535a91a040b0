import { isRecord } from "./kube-object";
import { badRequest } from "./status-errors";

/** Where a paged list goes on: the revision of its first page (-1: whatever is current) and the key after which. */
export interface Continuation {
  readonly revision: number;
  /** The last key that was listed, relative to the namespace of the list. */
  readonly after: string;
}

/** Lists within a namespace start their key with a slash, as a real server's do. */
export function encodeContinue(token: Continuation, namespace: string): string {
  const slash = namespace === "" || token.revision < 0 ? "" : "/";
  const start = `${slash}${token.after}\0`;
  return Buffer.from(JSON.stringify({ v: version, rv: token.revision, start })).toString("base64url");
}

const version = "meta.k8s.io/v1";

/** Throws 400 for what is no token. */
export function decodeContinue(text: string): Continuation {
  const illegal = text.search(/[^\w-]/);
  if (illegal >= 0) throw invalidToken(`illegal base64 data at input byte ${illegal}`);
  const token = parse(Buffer.from(text, "base64url"));
  const { v = "", rv = 0, start = "" } = isRecord(token) ? token : {};
  if (v !== version) throw invalidToken(`server does not recognize this encoded version ${String(v)}`);
  if (typeof rv !== "number" || rv === 0) throw invalidToken(`incorrect encoded start resourceVersion (version ${version})`);
  if (typeof start !== "string" || start === "") throw invalidToken(`encoded start key empty (version ${version})`);
  if (start.split("/").includes("..")) throw invalidToken(start);
  return { revision: rv, after: start.replace(/^\//, "").replace(/\0$/, "") };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    const first = bytes[0] ?? 0;
    const shown = first < 0x20 || first > 0x7e ? `\\u${first.toString(16).padStart(4, "0")}` : String.fromCharCode(first);
    throw invalidToken(`invalid character '${shown}' looking for beginning of value`, error);
  }
}

function invalidToken(why: string, cause?: unknown): Error {
  const error = badRequest(`invalid continue token: continue key is not valid: ${why}`);
  if (cause !== undefined) error.cause = cause;
  return error;
}
