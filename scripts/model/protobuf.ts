/** The little of protobuf's wire format that an ONNX file needs (protobuf.dev/programming-guides/encoding). */

type Chunk = Uint8Array;

/** A message under construction: its chunks in order. Large byte fields are kept by reference. */
export class Message {
  readonly chunks: Chunk[] = [];

  /** Also for bool and enum fields; non-negative and negative numbers alike (64-bit two's complement). */
  int(field: number, value: number): this {
    this.chunks.push(varint((field << 3) | 0), varint(value));
    return this;
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.chunks.push(varint((field << 3) | 5), bytes);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.chunks.push(varint((field << 3) | 2), varint(value.length), value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: Message): this {
    this.chunks.push(varint((field << 3) | 2), varint(value.size), ...value.chunks);
    return this;
  }

  get size(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

function varint(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
