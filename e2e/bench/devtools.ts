import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "undici";

type Params = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

/** A Chromium that is spoken to by its bare DevTools socket: a test driver's own bookkeeping of requests would be measured with the page. */
export interface Chromium {
  /** Opens a page in a context that has nothing cached; `scripts` run before anything of the page. */
  open(scripts: readonly (() => void)[]): Promise<Tab>;
  end(): Promise<void>;
}

/** One page, or a worker that belongs to it. */
export interface Tab {
  send(method: string, params?: Params): Promise<Answer>;
  /** Hears of an event of the DevTools protocol. */
  on(method: string, listener: (params: Params) => void): void;
  /** Runs a function in the page, with one argument that is plain JSON; resolves to what it returns or resolves to. */
  run<T, A = undefined>(work: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** The shared worker that holds the live stream, or null. */
  worker(): Promise<Tab | null>;
  close(): Promise<void>;
}

const FLAGS = [
  ...["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
  ...["--disable-sync", "--window-size=1440,900", "--remote-debugging-port=0", "--enable-precise-memory-info"],
];

export async function startChromium(path: string): Promise<Chromium> {
  const folder = mkdtempSync(join(tmpdir(), "stolos-bench-"));
  // The path may be of a script that starts the browser: both are ended as one group.
  const child = spawn(path, [...FLAGS, `--user-data-dir=${folder}`, "about:blank"], { stdio: ["ignore", "ignore", "pipe"], detached: true });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const signal = (name: NodeJS.Signals) => signalGroup(child, name);
  process.once("exit", () => signal("SIGKILL"));
  // Who is interrupted tells its own group only.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => process.exit(1));
  const wire = await Wire.open(await addressOf(child));
  return {
    async open(scripts) {
      const { browserContextId } = await wire.send("", "Target.createBrowserContext");
      const { targetId } = await wire.send("", "Target.createTarget", { url: "about:blank", browserContextId, width: 1440, height: 900 });
      const tab = tabOf(wire, String(await attached(wire, targetId)), async () => {
        await wire.send("", "Target.disposeBrowserContext", { browserContextId });
      });
      await tab.send("Page.enable");
      // Time that other programs took from the thread is not its own.
      await tab.send("Performance.enable", { timeDomain: "threadTicks" });
      await tab.send("Emulation.setDeviceMetricsOverride", { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
      for (const script of scripts) await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${script})()` });
      return tab;
    },
    async end() {
      signal("SIGTERM");
      const forced = setTimeout(() => signal("SIGKILL"), 5_000);
      // Its pipe is closed by the last process of the group.
      await closed;
      clearTimeout(forced);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Tells all processes of the browser; none where they have ended already. */
function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = "";
    child.stderr?.on("data", (bytes: Buffer) => {
      written += bytes.toString();
      const address = written.match(/DevTools listening on (ws:\S+)/)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`Chromium ended:\n${written}`)));
  });
}

async function attached(wire: Wire, targetId: unknown): Promise<unknown> {
  const { sessionId } = await wire.send("", "Target.attachToTarget", { targetId, flatten: true });
  return sessionId;
}

function tabOf(wire: Wire, sessionId: string, close: () => Promise<void>): Tab {
  const tab: Tab = {
    send: (method, params) => wire.send(sessionId, method, params),
    on: (method, listener) => wire.on(sessionId, method, listener),
    async run(work, argument) {
      const expression = `(${work})(${JSON.stringify(argument)})`;
      const { result, exceptionDetails } = await tab.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails !== undefined) throw new Error(`In the page: ${JSON.stringify(exceptionDetails).slice(0, 500)}`);
      return (result as { value: never }).value;
    },
    async worker() {
      const { targetInfos } = await wire.send("", "Target.getTargets", { filter: [{ type: "shared_worker", exclude: false }] });
      const [found] = targetInfos as readonly { readonly targetId: string }[];
      return found === undefined ? null : tabOf(wire, String(await attached(wire, found.targetId)), () => Promise.resolve());
    },
    close,
  };
  return tab;
}

/** The socket: answers by number, events by session. */
class Wire {
  #next = 1;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, ((params: Params) => void)[]>();

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(String(data))));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Chromium closed its socket."));
    });
  }

  static async open(address: string): Promise<Wire> {
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error("Chromium does not answer.")));
    });
    return new Wire(socket);
  }

  send(sessionId: string, method: string, params: Params = {}): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params, ...(sessionId !== "" && { sessionId }) }));
    });
  }

  on(sessionId: string, method: string, listener: (params: Params) => void): void {
    const key = `${sessionId} ${method}`;
    this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener]);
  }

  #take(message: { id?: number; method?: string; params?: Params; sessionId?: string; result?: Answer; error?: { message: string } }): void {
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(`${message.sessionId ?? ""} ${message.method}`) ?? []) listener(message.params ?? {});
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result ?? {});
    else waiting?.reject(new Error(message.error.message));
  }
}
