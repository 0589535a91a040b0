import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type ApiProxy, startApiProxy } from "@/e2e/api-proxy";
import { temporaryFile } from "@/e2e/second-dashboard";

/** An API server behind a door that notes what would change something there. */
export interface RecordedApi {
  /** A kubeconfig that leads through the door. */
  readonly kubeconfig: string;
  /** Every request so far but reading and asking about access: its method and path. */
  writes(): readonly string[];
  end(): Promise<void>;
}

const READING = ["GET", "HEAD"];

/** Starts one in front of the API server that a kubeconfig names. */
export async function startRecordedApi(kubeconfig: string): Promise<RecordedApi> {
  const text = readFileSync(kubeconfig, "utf8");
  const server = /server: (\S+)/.exec(text)?.[1] ?? "";
  const proxy: ApiProxy = await startApiProxy(server);
  const seen: string[] = [];
  proxy.answerSome((incoming) => {
    if (isWrite(incoming)) seen.push(`${incoming.method} ${incoming.url}`);
    return null;
  });
  const file = temporaryFile(text.replaceAll(server, proxy.address));
  return {
    kubeconfig: file.path,
    writes: () => [...seen],
    end: async () => {
      await proxy.close();
      file.remove();
    },
  };
}

function isWrite({ method = "", url = "" }: IncomingMessage): boolean {
  return !READING.includes(method) && !/\/apis\/(authorization|authentication)\.k8s\.io\/v1\/self\w+reviews$/.test(url);
}
