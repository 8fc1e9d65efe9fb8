const WORD = 4;

export function viewBytes({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Whether just these bytes stand at a place, four of them looked at at a time. */
export function matchBytes(view: DataView, from: number, expected: DataView): boolean {
  const { byteLength } = expected;
  if (from + byteLength > view.byteLength) return false;
  let at = 0;
  for (; at + WORD <= byteLength; at += WORD) {
    if (view.getUint32(from + at) !== expected.getUint32(at)) return false;
  }
  for (; at < byteLength; at++) {
    if (view.getUint8(from + at) !== expected.getUint8(at)) return false;
  }
  return true;
}
