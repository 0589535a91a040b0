import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { allows, answerReview, type RbacTable } from "@/lib/testing/rbac-table";

/** What one token is good for at the moment. */
interface TokenRights {
  readonly table: RbacTable;
  /** `away`: the API server cuts the connection instead of answering. */
  readonly is: "good" | "unknown" | "away";
}

/** An API server that answers reviews and gives WorkloadEntries, each by the token that asks: every token stands for a user of its own. */
export interface ReviewServer {
  readonly url: string;
  readonly rights: Map<string, TokenRights>;
  close(): Promise<void>;
}

export async function startReviewServer(): Promise<ReviewServer> {
  const rights = new Map<string, TokenRights>();
  const server: Server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => {
      const token = (incoming.headers.authorization ?? "").replace(/^Bearer /, "");
      const own = rights.get(token);
      if (own?.is === "away") return incoming.socket.destroy();
      if (own?.is !== "good") return outgoing.writeHead(401).end("{}");
      if (incoming.method === "GET") return give(outgoing, own.table, incoming.url ?? "");
      const { value } = answerReview(`owner of ${token}`, own.table, incoming.url ?? "", JSON.parse(body));
      outgoing.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(value));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    rights,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const GROUP = "networking.istio.io";
const ENTRY = new RegExp(`^/apis/${GROUP}/v1/namespaces/([^/]+)/workloadentries/([^/]+)$`);

/** The version of the group, which everybody may know, or an entry, for whoever may get it. */
function give(outgoing: ServerResponse, table: RbacTable, path: string): void {
  const answer = (status: number, value: object) => void outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (path === `/apis/${GROUP}`) return answer(200, { kind: "APIGroup", name: GROUP, versions: [{ version: "v1" }] });
  const [, namespace, name] = ENTRY.exec(path) ?? [];
  if (namespace === undefined || name === undefined) throw new Error(`Nobody reads this: ${path}`);
  if (!allows(table, { verb: "get", group: GROUP, resource: "workloadentries", namespace }))
    return answer(403, { kind: "Status", status: "Failure", reason: "Forbidden", message: "workloadentries is forbidden", code: 403 });
  answer(200, { apiVersion: `${GROUP}/v1`, kind: "WorkloadEntry", metadata: { namespace, name, uid: namespace, resourceVersion: "1" }, spec: {} });
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
