import { describe, expect, it } from "vitest";
import { actingWords, auditNameWords, readAsWords, signedInWords, signInWords } from "./session-words";

const LOCAL = { signIn: "local", name: null, mayWrite: true };
const KIOSK = { signIn: "kiosk", name: null, mayWrite: false };
const TOKEN = { signIn: "token", name: "jane", mayWrite: true };
const PROXY = { signIn: "proxy", name: "idp:jane", mayWrite: true };
const READ_ONLY = { mayWrite: false };

describe("who asks, in words", () => {
  it.each([
    [signedInWords(TOKEN), "Signed in as jane."],
    [actingWords(LOCAL), "Nobody signs in here: you see and change what this server's own account may, and so does whoever reaches it."],
    [actingWords(KIOSK), "Nobody signs in here: whoever passes by sees the namespaces that this display is set to show. Nothing can be changed."],
    [actingWords(TOKEN), "Signed in as jane. You see and change what the cluster allows you, as far as this server may read it."],
    [
      actingWords(PROXY),
      "Signed in as idp:jane. A proxy in front of this server says so. You see and change what the cluster allows you, as far as this server may read it.",
    ],
    [
      actingWords({ ...LOCAL, ...READ_ONLY }),
      "Nobody signs in here: you see what this server's own account may, and so does whoever reaches it. Nothing can be changed.",
    ],
    [
      actingWords({ ...TOKEN, ...READ_ONLY }),
      "Signed in as jane. You see what the cluster allows you, as far as this server may read it. Nothing can be changed.",
    ],
    [signInWords(TOKEN), "You see what the cluster allows you to list and watch, and change what it allows you to change."],
    [signInWords(READ_ONLY), "You see what the cluster allows you to list and watch. Nothing can be changed."],
    [readAsWords(LOCAL), "As stored in the API server, read with this server's account."],
    [readAsWords(KIOSK), "This display reads no single object: neither its YAML nor its events are shown."],
    [readAsWords(TOKEN), "As stored in the API server, read with your own account."],
    [readAsWords(PROXY), "As stored in the API server, read with this server's account, which impersonates you."],
    [auditNameWords(LOCAL), "The cluster's audit log has the name of this server's account."],
    [auditNameWords(TOKEN), "The cluster's audit log has your name."],
    [auditNameWords(PROXY), "The cluster's audit log has your name as the impersonated user, beside that of this server's account."],
  ])("%s", (said, words) => {
    expect(said).toBe(words);
  });
});
