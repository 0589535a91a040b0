import { expect, it } from "vitest";
import { presetEdits } from "./policies";

const SILENT = { clusterId: null, trustDomain: null, meshId: null, revision: null, gateway: null, rootCertificate: null };
const BARE = { name: "bare", labels: {}, network: null, locality: null, serviceAccount: null, ports: {}, probe: null, mesh: SILENT };

it("presetEdits sets the values of a preset in a new group, and no others", () => {
  expect(presetEdits(BARE)).toEqual([]);
  expect(presetEdits({ ...BARE, mesh: { ...SILENT, gateway: "gw.example.net" } })).toEqual([]);
  expect(presetEdits({ ...BARE, labels: { team: "shop" }, network: "vms", ports: { http: 80 }, probe: { tcpSocket: { port: 80 } } })).toEqual([
    [["spec", "metadata", "labels", "team"], "shop"],
    [["spec", "template", "network"], "vms"],
    [["spec", "template", "ports", "http"], 80],
    [["spec", "probe"], { tcpSocket: { port: 80 } }],
  ]);
});
