/** The functions of `kernel/`, where their parameters are described; places are bytes in `memory`. */
export interface KernelCode {
  quantise: (
    values: number,
    rows: number,
    width: number,
    out: number,
    scales: number,
    leasts: number,
  ) => void;
  multiply: (
    numbers: number,
    scales: number,
    leasts: number,
    rows: number,
    from: number,
    weights: number,
    factors: number,
    sums: number,
    bias: number,
    to: number,
    out: number,
    isWhole: boolean,
  ) => void;
  applyGelu: (values: number, count: number) => void;
  addNormalise: (
    values: number,
    added: number,
    rows: number,
    width: number,
    gain: number,
    shift: number,
    epsilon: number,
  ) => void;
  attend: (
    projected: number,
    tokens: number,
    heads: number,
    size: number,
    scratch: number,
    out: number,
  ) => void;
}

/** Both ways the kernel is compiled: with what came to WebAssembly as relaxed SIMD, and without. */
export interface KernelFiles {
  relaxed: BufferSource;
  plain: BufferSource;
}

export interface Kernel {
  code: KernelCode;
  memory: KernelMemory;
  /** Which of both ways to multiply is the faster here (`kernel/multiply.ts`). */
  isWhole: boolean;
}

/** Starts the kernel with what this machine's WebAssembly knows. Rejects where it has no SIMD. */
export async function startKernel({ relaxed, plain }: KernelFiles): Promise<Kernel> {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const isRelaxed = WebAssembly.validate(relaxed);
  const { instance } = await WebAssembly.instantiate(isRelaxed ? relaxed : plain, {
    env: { memory },
  });
  // What `kernel/` exports: the tests of each function hold it to this.
  const code = instance.exports as unknown as KernelCode;
  const isWhole = isRelaxed && isWholeFaster(code, memory);
  return { code, memory: new KernelMemory(memory), isWhole };
}

/** How long both ways are tried, ms: the first calls run before the browser has made fast code of them. */
const TRIAL_MS = 40;
const TRIAL = { rows: 64, from: 384, to: 384 };

function isWholeFaster({ multiply }: KernelCode, memory: WebAssembly.Memory): boolean {
  const { rows, from, to } = TRIAL;
  // Zeros, all in one place: what is multiplied does not matter to the time.
  memory.grow(Math.ceil((from * to + 4 * rows * to) / PAGE));
  const time = (isWhole: boolean): number => {
    const begun = performance.now();
    for (let round = 0; round < 4; round++) {
      multiply(0, 0, 0, rows, from, 0, 0, 0, 0, to, from * to, isWhole);
    }
    return performance.now() - begun;
  };
  const best = { whole: Infinity, pairs: Infinity };
  const begun = performance.now();
  while (performance.now() - begun < TRIAL_MS) {
    best.whole = Math.min(best.whole, time(true));
    best.pairs = Math.min(best.pairs, time(false));
  }
  return best.whole < best.pairs;
}

const PAGE = 65_536;
/** As much as is loaded at once. */
const ALIGNED = 16;

/** Places in the kernel's memory, given out once and for good. */
class KernelMemory {
  /** Nothing is at 0, so that it can mean nowhere. */
  private next = ALIGNED;

  constructor(private readonly memory: WebAssembly.Memory) {}

  /** Reserves a place in memory. Throws a `RangeError` when the memory can't grow. */
  reserve(bytes: number): number {
    const place = this.next;
    this.next = Math.ceil((place + bytes) / ALIGNED) * ALIGNED;
    const missing = Math.ceil((this.next - this.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.memory.grow(missing);
    return place;
  }

  /** One that holds these values, one after the other. */
  keepAll(parts: readonly (Float32Array | Int8Array)[]): number {
    const place = this.reserve(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = place;
    for (const { buffer, byteOffset, byteLength } of parts) {
      new Uint8Array(this.memory.buffer, at).set(new Uint8Array(buffer, byteOffset, byteLength));
      at += byteLength;
    }
    return place;
  }

  /** What is at a place; valid until more is reserved. */
  floats(place: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, place, count);
  }
}
