import { describe, expect, it } from "vitest";
import { readConfig } from "@/lib/server/config";

const read = (STOLOS_DATABASE_URL: string, more: Readonly<Record<string, string>> = {}) => readConfig({ STOLOS_DATABASE_URL, ...more }).history;

describe("the address of the history's database", () => {
  it.each([
    "postgres://stolos:hunter2@127.0.0.1:5432/stolos",
    "postgresql://stolos@localhost/stolos",
    "postgres://stolos@[::1]:5432/stolos",
    "postgres:///stolos",
    "postgres://stolos@/stolos?host=/run/postgresql",
    "postgres://%2Frun%2Fpostgresql/stolos",
    "postgres://stolos@db.example/stolos?host=127.0.0.1",
  ])("on this machine needs no encryption: %s", (url) => {
    expect(read(url)).toMatchObject({ kind: "on", url });
  });

  it.each(["sslmode=verify-full", "sslmode=verify-full&sslrootcert=/etc/ca.pem", "sslmode=disable", "ssl=true", "application_name=a&sslmode=require"])(
    "on another machine says of the encryption what is meant: %s",
    (parameters) => {
      expect(read(`postgres://stolos:hunter2@db.example:5432/stolos?${parameters}`)).toMatchObject({ kind: "on" });
    },
  );

  it.each([
    "postgres://stolos:hunter2@db.example:5432/stolos",
    "postgresql://stolos:hunter2@10.0.0.7/stolos?application_name=sslmode",
    "postgres://stolos:hunter2@db.example/stolos?sslmode=",
    "postgres://stolos:hunter2@db.example/stolos?sslmode=verify-full&sslmode=",
    "postgres://stolos:hunter2@localhost/stolos?host=db.example",
    "postgres://stolos:hunter2@127.0.0.1.db.example/stolos",
    "postgres://stolos:hunter2@localhost,db.example/stolos",
  ])("on another machine without a word of encryption is refused, and never repeated: %s", (url) => {
    expect(() => read(url)).toThrow(
      /^STOLOS_DATABASE_URL: names another machine and does not say whether the connection is encrypted: add sslmode=verify-full/,
    );
    expect(() => read(url)).toThrow(expect.not.objectContaining({ message: expect.stringContaining("hunter2") }));
  });

  it("is on another machine where the environment says so of an address without a host", () => {
    expect(() => read("postgres:///stolos", { PGHOST: "db.example" })).toThrow(/names another machine/);
    expect(() => read("postgres://stolos:hunter2@/stolos", { PGHOST: "db.example" })).toThrow(/names another machine/);
    expect(read("postgres:///stolos", { PGHOST: "/run/postgresql" })).toMatchObject({ kind: "on" });
    expect(read("postgres://stolos:hunter2@/stolos")).toMatchObject({ kind: "on" });
  });

  it("says it by PGSSLMODE too, as far as that is a mode", () => {
    const url = "postgres://stolos:hunter2@db.example/stolos";
    expect(read(url, { PGSSLMODE: "verify-full" })).toMatchObject({ kind: "on" });
    expect(() => read(url, { PGSSLMODE: "yes" })).toThrow(/does not say whether/);
  });

  it.each(["mysql://stolos:hunter2@db", "postgres://", "postgres://a b:hunter2@db:port/x"])("is refused where it is none: %s", (url) => {
    expect(() => read(url)).toThrow("STOLOS_DATABASE_URL: is no address of a PostgreSQL server: postgres://…");
  });

  it("is not looked at where nothing is remembered", () => {
    expect(read("postgres://stolos@db.example/stolos", { STOLOS_HISTORY: "off" })).toMatchObject({ kind: "off" });
  });
});
