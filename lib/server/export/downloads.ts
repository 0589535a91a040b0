import type { Viewer } from "@/lib/domain/source/scope";
import type { SignIn } from "@/lib/server/access/viewer";
import { Refusal } from "@/lib/server/http/problem";

/** How many files may be on their way at once, in all and to one viewer. */
export interface DownloadLimits {
  readonly files: number;
  readonly filesOfViewer: number;
}

const LIMITS: DownloadLimits = { files: 100, filesOfViewer: 10 };
/** Who is refused for now may ask again after this. Seconds. */
const ASK_AGAIN_SECONDS = 10;

/** A file that is being taken. */
interface Open {
  readonly subject: string;
  unfollow(): void;
}

/**
 * The files that are on their way. Each is made as it is taken, by the rights that its viewer had when it began: it breaks off once these are others, or
 * cannot be checked. What is still to come would be told to somebody who may not see it any more.
 */
export class Downloads {
  readonly #open = new Set<Open>();

  constructor(
    private readonly follow: SignIn["follow"],
    private readonly limits = LIMITS,
  ) {}

  /** How many are on their way. */
  get files(): number {
    return this.#open.size;
  }

  /** Refuses a file that is one too many. */
  admit({ subject }: Pick<Viewer, "subject">): void {
    const { files, filesOfViewer } = this.limits;
    if (this.#open.size >= files) throw tooMany(`This server sends ${files} files, as many as it may at once.`);
    if (this.#filesOf(subject) >= filesOfViewer) throw tooMany(`You have ${filesOfViewer} files on their way, as many as one viewer may at once.`);
  }

  #filesOf(subject: string): number {
    return [...this.#open].filter((file) => file.subject === subject).length;
  }

  /** A file of these parts for a viewer, on its way from the first byte that is taken. Whichever way it ends, the parts are closed. */
  send(viewer: Viewer, parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    const file: Open = { subject: viewer.subject, unfollow: () => undefined };
    let isBegun = false;
    const begin = (controller: ReadableStreamDefaultController) => {
      isBegun = true;
      // Files that were asked for at one moment are all admitted: the first parts tell which of them are too many.
      if (this.#open.size >= this.limits.files || this.#filesOf(viewer.subject) >= this.limits.filesOfViewer) {
        controller.error(new DOMException("Too many files are on their way.", "AbortError"));
        return void parts.return(undefined);
      }
      this.#open.add(file);
      const breakOff = () => {
        if (!this.#leave(file)) return;
        // By this name whoever sends the answer knows that nothing went wrong here: the connection ends, and the browser says that the file is not whole.
        controller.error(new DOMException("What the viewer may see is not what it was, or could not be checked.", "AbortError"));
        void parts.return(undefined);
      };
      const unfollow = this.follow(viewer, breakOff, (since) => since.size > 0 && breakOff());
      // It may have been told at once.
      if (this.#open.has(file)) file.unfollow = unfollow;
      else unfollow();
    };
    const pull = async (controller: ReadableStreamDefaultController) => {
      if (!isBegun) begin(controller);
      if (!this.#open.has(file)) return;
      const next = await parts.next().catch((thrown: unknown) => {
        this.#leave(file);
        throw thrown;
      });
      // It may have broken off meanwhile.
      if (!this.#open.has(file)) return;
      if (!next.done) return controller.enqueue(encoder.encode(next.value));
      this.#leave(file);
      controller.close();
    };
    const cancel = async () => {
      this.#leave(file);
      await parts.return(undefined);
    };
    // Nothing is made before somebody takes it: of an answer to HEAD nobody takes anything.
    return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
  }

  #leave(file: Open): boolean {
    file.unfollow();
    return this.#open.delete(file);
  }
}

function tooMany(detail: string): Refusal {
  return new Refusal(429, "Too many files", detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS });
}
