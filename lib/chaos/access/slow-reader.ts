import { setTimeout as pause } from "node:timers/promises";

interface SlowReading {
  /** Asks for a file. */
  readonly file: () => Promise<Response>;
  /** One part is taken in so many milliseconds, and so long after a refusal it is asked again. */
  readonly partMs: number;
  /** Hears each part. */
  readonly told: (text: string) => void;
  readonly isOver: () => boolean;
}

/** Takes a file part by part, slowly, and asks for another one where it broke off or was refused, until it is over. */
export async function takeSlowly({ file, partMs, told, isOver }: SlowReading): Promise<void> {
  while (!isOver()) {
    const answer = await file();
    if (answer.ok && answer.body !== null) await takeParts(answer.body, { partMs, told, isOver });
    await pause(partMs);
  }
}

async function takeParts(body: ReadableStream<Uint8Array>, { partMs, told, isOver }: Omit<SlowReading, "file">): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  while (!isOver()) {
    const part = await reader.read().catch(brokenOff);
    if (part.done) return;
    told(decoder.decode(part.value, { stream: true }));
    await pause(partMs);
  }
  // The file may have broken off since its last part.
  await reader.cancel().catch(brokenOff);
}

/** That is how a file ends whose viewer's rights are others. Whatever else goes wrong is a fault of the server. */
function brokenOff(thrown: unknown): { readonly done: true } {
  if (thrown instanceof DOMException && thrown.name === "AbortError") return { done: true };
  throw thrown;
}
