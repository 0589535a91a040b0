import type * as z from "zod/mini";
import { BODY_LIMIT } from "./body-limit";
import { problemAnswer, Refusal } from "./problem";

/** Answers a request with the work of its route; every refusal becomes a problem answer. No browser stores an answer. */
export async function handled(request: Request, work: () => unknown): Promise<Response> {
  try {
    const value = await work();
    return value instanceof Response ? value : Response.json(value, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    return problemAnswer(error, request);
  }
}

/** The JSON body of a request by its schema; names the field that is wrong. That it calls itself JSON was asked at the door (own-page.ts). */
export async function readBody<T>(request: Request, schema: z.ZodMiniType<T>): Promise<T> {
  const body = jsonOf(await readText(request));
  if (body === null) throw new Refusal(400, "Not JSON", "The body cannot be read as JSON.");
  const read = schema.safeParse(body.json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal(400, "Not understood", issue?.message ?? "The body has another shape.", issue?.path.join("."));
}

/** Reads no further than the limit, whatever the sender says of the length. */
async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const reader = request.body?.getReader();
  const next = () =>
    reader?.read().catch((cause: unknown) => Promise.reject(new Refusal(400, "Not whole", "The body ended before it was whole.", undefined, { cause })));
  for (let part = await next(); part !== undefined && !part.done; part = await next()) {
    bytes += part.value.byteLength;
    if (bytes > BODY_LIMIT) {
      await reader?.cancel();
      throw new Refusal(413, "Too large", `A body has at most ${BODY_LIMIT} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function jsonOf(text: string): { readonly json: unknown } | null {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
}
