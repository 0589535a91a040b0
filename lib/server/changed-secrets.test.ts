import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { followSecrets } from "./changed-secrets";
import { readConfig } from "./config";
import { StateLines } from "./state-lines";

const TEN_SECONDS = 10_000;
const [KEY, NEXT] = [randomBytes(32), randomBytes(32)];

/** A mounted Secret with one key. The kubelet changes it by replacing the link of its folder. */
function mountedSecret(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "stolos-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let version = 0;
  const write = (next: string) => {
    const of = `..${++version}`;
    mkdirSync(join(folder, of));
    writeFileSync(join(folder, of, "key"), next);
    symlinkSync(of, join(folder, "..next"));
    renameSync(join(folder, "..next"), join(folder, "..data"));
  };
  write(text);
  symlinkSync(join("..data", "key"), join(folder, "key"));
  return { path: join(folder, "key"), write, remove: () => rmSync(join(folder, "..data")) };
}

function following(environment: Readonly<Record<string, string>>) {
  const clock = new ManualClock(0);
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(JSON.parse(String(line)).message) > 0);
  onTestFinished(() => void vi.restoreAllMocks());
  const lines = new StateLines(clock, (_level, message, { reason }) => void written.push(`${message}${reason === undefined ? "" : ` (${reason})`}`));
  const secrets = followSecrets({ config: readConfig(environment), environment, clock, lines });
  onTestFinished(() => secrets.stop());
  return { clock, written, secrets };
}

it("uses the new text of a mounted Secret within ten seconds, and says so in the log", () => {
  const secret = mountedSecret(KEY.toString("base64"));
  const { clock, written, secrets } = following({ STOLOS_SIGN_IN: "token", STOLOS_SESSION_KEY_FILE: secret.path });
  expect(secrets.current().signIn).toMatchObject({ secret: [KEY] });
  secret.write(`${NEXT.toString("base64")} ${KEY.toString("base64")}\n`);
  clock.advance(TEN_SECONDS);
  expect(secrets.current().signIn).toMatchObject({ secret: [NEXT, KEY] });
  clock.advance(TEN_SECONDS);
  expect(written).toEqual(["the secrets of files have changed and are in use"]);
});

it("keeps the last secret while its file cannot be used, and the log says why without the secret", () => {
  const secret = mountedSecret("postgres://stolos:hidden@localhost/stolos");
  const { clock, written, secrets } = following({ STOLOS_DATABASE_URL_FILE: secret.path });
  const [url, former] = [() => secrets.current().history, secrets.current().history];
  for (const change of [() => secret.write("http://hidden"), () => secret.write(" \n"), secret.remove]) {
    change();
    clock.advance(TEN_SECONDS);
    expect(url()).toBe(former);
  }
  expect(written).toEqual([
    expect.stringContaining("STOLOS_DATABASE_URL: is no address of a PostgreSQL server"),
    expect.stringMatching(/its last text stays in use \(STOLOS_DATABASE_URL_FILE names .*, which is empty\.\)$/),
    expect.stringContaining("cannot be read (ENOENT)"),
  ]);
  expect(written.join()).not.toContain("hidden");
  secret.write("postgres://stolos:hidden@localhost/other");
  clock.advance(TEN_SECONDS);
  expect(url()).toMatchObject({ url: "postgres://stolos:hidden@localhost/other" });
  expect(written.slice(3)).toEqual(["the secrets of files have changed and are in use", "all files of secrets can be used"]);
});

it("reads nothing again where no secret is in a file", () => {
  const { clock, secrets } = following({ STOLOS_SIGN_IN: "token" });
  const { current } = secrets;
  const former = current();
  clock.advance(TEN_SECONDS);
  expect(current()).toBe(former);
});
