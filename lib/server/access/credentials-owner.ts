import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { type ReviewedUser, reviewUser } from "@/lib/server/kube/review-subject";
import { notImpersonated } from "./not-impersonated";
import type { FoundRights, RightsOfUsers } from "./rights-of-users";
import type { Told } from "./told";

export interface CredentialsOwnerParts {
  /** For whom the client speaks with the server's own credentials; undefined = with the viewer's. */
  readonly impersonates: string | undefined;
  /** What was found of the users of this cluster. */
  readonly users: RightsOfUsers;
}

/** Whom one viewer's credentials stand for in one cluster, as the cluster said last, and what was found of the very same user by whatever credentials. */
export class CredentialsOwner {
  #user: ReviewedUser | null = null;

  constructor(
    private readonly parts: CredentialsOwnerParts,
    /** Called where the credentials are somebody else's now, or nobody's: nothing that is known was said of these. */
    private readonly onLost: () => void,
  ) {}

  /** The cluster's name for the user; empty = it has not said yet. */
  get name(): string {
    return this.#user?.name ?? "";
  }

  /** What was found of this user last, by these credentials or by others, however long ago; null = nobody has asked. */
  get found(): FoundRights | null {
    return this.#user === null ? null : this.parts.users.of(this.#user.key);
  }

  /** Keeps what was found for other credentials of the same user. */
  keep(found: FoundRights): void {
    if (this.#user !== null) this.parts.users.keep(this.#user.key, found);
  }

  /** Asks the cluster, where it has not said yet, or again where `isDue`. Without an answer the credentials stand for whom they stood for. */
  async ask(client: Pick<KubeClient, "post">, isDue: boolean): Promise<void> {
    if (this.#user !== null && !isDue) return;
    const answer = await reviewUser(client);
    if (!answer.ok) return;
    if (this.#user !== null && this.#user.name !== answer.value.name) this.onLost();
    this.#user = answer.value;
  }

  /** That the credentials are not good there, where the cluster says so by this error, or by the user that it names; null where it does not. */
  rejected(error: KubeError | null): Told | null {
    const { impersonates } = this.parts;
    const rejected = impersonates === undefined ? notTaken(error) : notImpersonated(error, this.name, impersonates);
    if (rejected === null) return null;
    this.onLost();
    this.#user = null;
    return rejected;
  }
}

function notTaken(error: KubeError | null): Told | null {
  return error?.kind === "unauthorized" ? { kind: "rejected" } : null;
}
