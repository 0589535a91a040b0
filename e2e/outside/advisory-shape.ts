import type { RawRequest } from "./raw-request";

/** The shape of a request that an advisory tells of, and how a server that people sign in to answers it when nobody has. */
export interface AdvisoryRequest extends RawRequest {
  readonly advisory: string;
  readonly about: string;
  readonly status: number;
}

type Headers = RawRequest["headers"];

/** To the sign-in, as everybody who is not signed in. */
export const SIGN_IN = 307;

/** A shape that reads. */
export const get = (advisory: string, about: string, path: string, headers: Headers, status: number): AdvisoryRequest => ({
  ...{ advisory, about, method: "GET", path, headers, status },
});
/** A shape that sends a body. */
export const post = (advisory: string, about: string, path: string, headers: Headers, body: string, status: number): AdvisoryRequest => ({
  ...{ advisory, about, method: "POST", path, headers, body, status },
});

/** What Server Actions, forms, texts, commands and sockets are announced by. */
export const ACTION = ["Next-Action", "7f0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"] as const;
export const FORM = ["Content-Type", "multipart/form-data; boundary=x"] as const;
export const TEXT = ["Content-Type", "text/plain;charset=UTF-8"] as const;
export const JSON_TYPE = ["Content-Type", "application/json"] as const;
export const WEB_SOCKET = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
] as const;
const field = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
/** A form with these fields, as FORM says. */
export const form = (fields: Readonly<Record<string, string>>) =>
  `${Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join("")}--x--\r\n`;
/** A list in a list, and so on. */
export const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
/** A word five times. */
export const fiveTimes = (name: string) => Array.from({ length: 5 }, () => name).join(":");
