import { type Message, type MessageField, messagesByKind } from "./protobuf-messages";

const magic = Buffer.from("k8s\0");

/** The object in Kubernetes' protobuf envelope. Null for a kind that this server does not read. Throws on broken bytes. */
export function decodeEnvelope(bytes: Buffer): Record<string, unknown> | null {
  if (!bytes.subarray(0, 4).equals(magic)) throw new Error("the bytes do not begin with the protobuf mark");
  const { type, raw } = readEnvelope(bytes.subarray(4));
  const message = messagesByKind.get(String(type.kind));
  return message === undefined ? null : { ...type, ...decode(raw, message) };
}

const typeMeta: Message = new Map([
  [1, { name: "apiVersion", kind: "string", isRepeated: false }],
  [2, { name: "kind", kind: "string", isRepeated: false }],
]);

function readEnvelope(bytes: Buffer): { type: Record<string, unknown>; raw: Buffer } {
  let type: Record<string, unknown> = {};
  let raw: Buffer = Buffer.alloc(0);
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === 1 && Buffer.isBuffer(value)) type = decode(value, typeMeta);
    if (number === 2 && Buffer.isBuffer(value)) raw = value;
  }
  return { type, raw };
}

/** Empty strings are left out, as their JSON would. */
function decode(bytes: Buffer, message: Message): Record<string, unknown> {
  const object = new Map<string, unknown>();
  for (const { number, value } of fieldsOf(bytes)) {
    const field = message.get(number);
    if (field === undefined) continue;
    if (field.kind === "map") object.set(field.name, { ...(object.get(field.name) as object | undefined), ...mapEntry(value) });
    else if (field.isRepeated) object.set(field.name, [...((object.get(field.name) as unknown[] | undefined) ?? []), read(value, field.kind)]);
    else if (read(value, field.kind) !== "") object.set(field.name, read(value, field.kind));
  }
  return Object.fromEntries(object);
}

function read(value: Buffer | number, kind: Exclude<MessageField["kind"], "map">): unknown {
  if (kind === "boolean") return value === 1;
  if (kind === "integer" || typeof value === "number") return value;
  return kind === "string" ? value.toString("utf8") : decode(value, kind);
}

function mapEntry(value: Buffer | number): Record<string, string> {
  if (typeof value === "number") return {};
  const pair = new Map<number, string>();
  for (const field of fieldsOf(value)) pair.set(field.number, Buffer.isBuffer(field.value) ? field.value.toString("utf8") : String(field.value));
  return Object.fromEntries([[pair.get(1) ?? "", pair.get(2) ?? ""]]);
}

function* fieldsOf(bytes: Buffer): Generator<{ number: number; value: Buffer | number }> {
  let at = 0;
  const varint = (): number => {
    let result = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error("the protobuf message ends too early");
      at += 1;
      result += (byte & 0x7f) * shift;
      if (byte < 0x80) return result;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error("the protobuf message ends too early");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const wire = tag & 7;
    const value = wire === 0 ? varint() : take(wire === 2 ? varint() : wire === 1 ? 8 : 4);
    yield { number: Math.floor(tag / 8), value };
  }
}
