import { gatewayOf } from "@/lib/domain/bundle/gateway-address";
import { isObjectName } from "@/lib/domain/object-name";
import type { Path } from "@/lib/domain/preview/finding";
import { wrongPartOfDomain } from "@/lib/domain/preview/names";
import { type Fields, fieldOf } from "@/lib/domain/preview/values";
import { PRESET_MESH_FIELDS, type PresetMesh, type PresetMeshField } from "./preset-mesh";
import type { RailsReader } from "./read-values";

/** Longer than the certificates of any mesh; the rules go to every browser. */
const LONGEST_CERTIFICATES = 16_384;
const CERTIFICATES = /^\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
const LINE = /^[!-~](?:[ -~]{0,251}[!-~])?$/;

/** What each field has to be. */
const WANTED: { readonly [Field in PresetMeshField]: { readonly words: string; readonly fits: (text: string) => boolean } } = {
  clusterId: { words: "1 to 253 printable characters in one line", fits: (text) => LINE.test(text) },
  trustDomain: { words: "a domain name, such as cluster.local", fits: (text) => wrongPartOfDomain(text) === null },
  meshId: { words: "1 to 253 printable characters in one line", fits: (text) => LINE.test(text) },
  revision: { words: "the name of a revision: at most 63 small letters, digits and dashes", fits: (text) => text.length <= 63 && isObjectName(text) },
  gateway: { words: "an IP address or a domain name, such as gateway.example.net", fits: isGateway },
  rootCertificate: {
    words: `certificates in PEM and nothing beside them, at most ${LONGEST_CERTIFICATES} characters`,
    fits: (text) => text.length <= LONGEST_CERTIFICATES && CERTIFICATES.test(text),
  },
};

/** Reads `mesh` of a preset, whose place is `path`. */
export function readPresetMesh(reader: RailsReader, preset: Fields, path: Path): PresetMesh {
  const at: Path = [...path, "mesh"];
  const mesh = fieldOf(preset, "mesh");
  const fields = mesh === undefined ? {} : reader.fields(mesh, at, PRESET_MESH_FIELDS);
  const read = (field: PresetMeshField): string | null => {
    const text = reader.text(fields, field, at);
    if (text === null || WANTED[field].fits(text)) return text;
    reader.problem([...at, field], "bad-value", { wanted: WANTED[field].words });
    return null;
  };
  return {
    clusterId: read("clusterId"),
    trustDomain: read("trustDomain"),
    meshId: read("meshId"),
    revision: read("revision"),
    gateway: read("gateway"),
    rootCertificate: read("rootCertificate"),
  };
}

function isGateway(text: string): boolean {
  const read = gatewayOf({ address: text, way: "custom-host", resolved: "" });
  return "kind" in read && read.kind !== "none";
}
