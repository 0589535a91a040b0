import { type FakeKubeApi, startFakeKubeApi } from "./fake-kube-api";

/** The user that an API server makes of a token's claims, or null. */
export type UserOf = (claims: Readonly<Record<string, unknown>>) => { readonly username: string; readonly groups?: readonly string[] } | null;

/** An API server that takes the ID tokens of a provider, without checking who signed them. What it makes of them may change while it runs. */
export async function startTokenApi(userOf: UserOf): Promise<{ readonly api: FakeKubeApi; userOf: UserOf }> {
  const api = await startFakeKubeApi();
  const state = { api, userOf };
  api.intercept = ({ path, authorization }) => {
    const body = Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString("utf8");
    const user = body.startsWith("{") ? state.userOf(JSON.parse(body)) : null;
    if (user === null) return { status: 401, body: "{}" };
    const answer = JSON.stringify({ status: { userInfo: { ...user, groups: [...(user.groups ?? []), "system:authenticated"] } } });
    return path.endsWith("/selfsubjectreviews") ? { status: 201, body: answer, type: "application/json" } : null;
  };
  return state;
}
