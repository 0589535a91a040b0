import { beforeEach, describe, expect, it, vi } from "vitest";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { CredentialsOwner } from "./credentials-owner";
import { type FoundRights, RightsOfUsers } from "./rights-of-users";

const FOUND: FoundRights = {
  everywhere: { asked: new Set(), allowed: new Set(["nodes"]), askedAt: 1, wholeAt: 1, heldAt: 1 },
  ...{ places: new Map(), renewedAt: 1, renewalBeganAt: 1 },
};
const UNAUTHORIZED: KubeError = { kind: "unauthorized", message: "" };
const FORBIDDEN: KubeError = { kind: "forbidden", message: "" };

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

/** Credentials whose cluster says that they stand for `user`; null = it gives no answer. */
function anOwner({ user = "jane" as string | null, users = new RightsOfUsers(), impersonates = undefined as string | undefined } = {}) {
  const state = { user, asked: 0, lost: 0 };
  const owner = new CredentialsOwner({ impersonates, users }, () => state.lost++);
  const post = async () => {
    state.asked++;
    if (state.user === null) return { ok: false as const, error: { kind: "unreachable" as const, message: "" } };
    return { ok: true as const, value: { status: { userInfo: { username: state.user } } } };
  };
  return { state, owner, ask: (isDue = false) => owner.ask({ post }, isDue) };
}

describe("the owner of credentials", () => {
  it("is nobody before the cluster has said who, and is asked for once where it is not due again", async () => {
    const { owner, state, ask } = anOwner();
    expect([owner.name, owner.found]).toEqual(["", null]);
    await ask();
    await ask();
    expect([owner.name, state.asked, state.lost]).toEqual(["jane", 1, 0]);
  });

  it("stays who it was where the cluster gives no answer", async () => {
    const { owner, state, ask } = anOwner();
    await ask();
    state.user = null;
    await ask(true);
    expect([owner.name, state.asked, state.lost]).toEqual(["jane", 2, 0]);
  });

  it("that is somebody else now loses what is known, and has what was found of that one", async () => {
    const { owner, state, ask } = anOwner();
    await ask();
    owner.keep(FOUND);
    state.user = "joe";
    await ask(true);
    expect([owner.name, owner.found, state.lost]).toEqual(["joe", null, 1]);
  });

  it("has what was found of the same user by other credentials, and of no other user", async () => {
    const users = new RightsOfUsers();
    const [one, same, other] = [anOwner({ users }), anOwner({ users }), anOwner({ users, user: "joe" })];
    for (const { ask } of [one, same, other]) await ask();
    one.owner.keep(FOUND);
    expect([same.owner.found, other.owner.found]).toEqual([FOUND, null]);
  });

  it("whom nobody has named keeps nothing for anybody", () => {
    const users = new RightsOfUsers();
    const keep = vi.spyOn(users, "keep");
    anOwner({ users }).owner.keep(FOUND);
    expect(keep).not.toHaveBeenCalled();
  });
});

describe("credentials that the cluster does not take", () => {
  it("are nobody's, and lose what is known", async () => {
    const { owner, state, ask } = anOwner();
    await ask();
    expect(owner.rejected(UNAUTHORIZED)).toEqual({ kind: "rejected" });
    expect([owner.name, owner.found, state.lost]).toEqual(["", null, 1]);
  });

  it.each([null, FORBIDDEN, { kind: "unreachable", message: "" } as const])("are not those to which it says something else", async (error) => {
    const { owner, state, ask } = anOwner();
    await ask();
    expect([owner.rejected(error), owner.name, state.lost]).toEqual([null, "jane", 0]);
  });

  it("are the server's own where it may not speak for the user, or is taken for another one", async () => {
    const [forbidden, another, right] = [anOwner({ impersonates: "jane" }), anOwner({ impersonates: "joe" }), anOwner({ impersonates: "jane" })];
    for (const { ask } of [forbidden, another, right]) await ask();
    expect(forbidden.owner.rejected(FORBIDDEN)).toMatchObject({ kind: "rejected" });
    expect(another.owner.rejected(null)).toMatchObject({ kind: "rejected" });
    expect(right.owner.rejected(null)).toBeNull();
  });
});
