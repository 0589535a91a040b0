import type { Status, StatusCause, StatusDetails } from "./status-errors";

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** A Status as clients get it that take protobuf alone: the only answer that this server writes so. */
export function encodeStatus(status: Status): Buffer {
  const { message = "", reason = "", details, code = 0 } = status;
  const listMeta = [...text(1, ""), ...text(2, ""), ...text(3, "")];
  const raw = [
    ...[...bytes(1, listMeta), ...text(2, status.status), ...text(3, message), ...text(4, reason)],
    ...(details === undefined ? [] : bytes(5, detailsBytes(details))),
    ...number(6, code),
  ];
  const envelope = [...bytes(1, [...text(1, "v1"), ...text(2, "Status")]), ...bytes(2, raw), ...text(3, ""), ...text(4, "")];
  return Buffer.concat([magic, Buffer.from(envelope)]);
}

function detailsBytes({ name = "", group = "", kind = "", causes = [], retryAfterSeconds = 0, uid = "" }: StatusDetails): number[] {
  const named = [...text(1, name), ...text(2, group), ...text(3, kind)];
  return [...named, ...causes.flatMap((cause) => bytes(4, causeBytes(cause))), ...number(5, retryAfterSeconds), ...text(6, uid)];
}

function causeBytes({ reason, message, field = "" }: StatusCause): number[] {
  return [...text(1, reason), ...text(2, message), ...text(3, field)];
}

function text(field: number, value: string): number[] {
  return bytes(field, [...Buffer.from(value)]);
}

function bytes(field: number, content: readonly number[]): number[] {
  return [(field << 3) | 2, ...varint(content.length), ...content];
}

function number(field: number, value: number): number[] {
  return [field << 3, ...varint(value)];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
