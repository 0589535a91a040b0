import type { WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";

/** The same client, which tells of each answer that forbids something: whoever asked may have lost a right since that was asked about. */
export function tellingOfDenials(client: WritingClient, onDenied: () => void): WritingClient {
  const told = async <T>(asked: Promise<Answer<T>>): Promise<Answer<T>> => {
    const answer = await asked;
    if (!answer.ok && answer.error.kind === "forbidden") onDenied();
    return answer;
  };
  return {
    ...client,
    get server() {
      return client.server;
    },
    get: (path, options) => told(client.get(path, options)),
    post: (path, body) => told(client.post(path, body)),
    stream: (path, signal) => told(client.stream(path, signal)),
    write: (request) => told(client.write(request)),
  };
}
