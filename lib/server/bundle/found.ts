import type { ActingViewer } from "@/lib/server/access/viewer";
import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";

/** What was read, and whose rights it was read with. */
export type Found = { readonly ok: true; readonly value: unknown; readonly by: "viewer" | "server" } | { readonly ok: false; readonly error: KubeError };

/** Reads what stands in every bundle of a mesh and is no secret: as the viewer, or, where the server's setting allows, with the server's own account. */
export interface PublicReader {
  readonly cluster: string;
  read(path: string): Promise<Found>;
}

interface ReaderParts {
  readonly viewer: ActingViewer;
  readonly cluster: string;
  /** The server's own client; undefined where such facts are not shared. */
  readonly own: KubeClient | undefined;
}

export function publicReader({ viewer, cluster, own }: ReaderParts): PublicReader {
  const client = viewer.clientOf(cluster);
  return {
    cluster,
    async read(path) {
      const first = client === undefined ? null : await client.get(path);
      if (first?.ok) return { ok: true, value: first.value, by: "viewer" };
      const second = own === undefined ? null : await own.get(path);
      if (second?.ok) return { ok: true, value: second.value, by: "server" };
      // That it is not there is more than that the viewer may not know.
      if (second?.error.kind === "not-found") return { ok: false, error: second.error };
      return { ok: false, error: first?.error ?? second?.error ?? { kind: "unreachable", message: "There is no such cluster." } };
    },
  };
}
