import { poolMean } from '../../../core/ranking/encoder/vectors.ts';
import type { Kernel } from './kernel-code.ts';
import type { FoundDense, FoundNorm, FoundTable } from './match-layers.ts';
import type { FoundEncoder } from './recognise-encoder.ts';
import { readNumbers } from './onnx-graph.ts';

export interface KernelEncoder {
  /**
   * One unit vector for each text's ids: the mean over its tokens. Texts are computed side by side without
   * padding. Throws when one is longer than the model has places, or has an id that the model does not know.
   */
  encode(texts: readonly Int32Array[]): Float32Array[];
}

/** Tokens that are computed together, more only where one text has more: what they fill stays in the cache. */
const TOGETHER = 128;
const FLOAT_BYTES = 4;
/** Rows are computed four at a time. */
const STEP = 4;

/** Packs a model that was found in a file; of the file nothing is held. */
export function openKernelEncoder(kernel: Kernel, found: FoundEncoder): KernelEncoder {
  const model = keepModel(kernel, found);
  const longest = found.embeddings.places.rows;
  const room = reserveRoom(kernel, found, Math.max(TOGETHER, longest));
  return {
    encode(texts) {
      if (texts.some(({ length }) => length > longest)) {
        throw new Error(`A text has more tokens than the model’s ${longest} places`);
      }
      return groupTexts(texts).flatMap((group) => runTexts(kernel, model, room, group));
    },
  };
}

function keepModel(kernel: Kernel, { embeddings, layers, hidden, inner, heads }: FoundEncoder) {
  const { words, places, types, norm } = embeddings;
  return {
    ...{ hidden, inner, heads },
    words: packTable(words),
    places: packTable(places),
    types: types && packTable(types),
    norm: keepNorm(kernel, norm),
    layers: layers.map(({ attention, output, outputNorm, up, down, downNorm }) => ({
      projection: keepDense(kernel, [attention.query, attention.key, attention.value]),
      output: keepDense(kernel, [output]),
      outputNorm: keepNorm(kernel, outputNorm),
      up: keepDense(kernel, [up]),
      down: keepDense(kernel, [down]),
      downNorm: keepNorm(kernel, downNorm),
    })),
  };
}

type Model = ReturnType<typeof keepModel>;

/** Places for what `tokens` tokens become on their way. */
interface Room {
  /** [tokens, hidden] f32 each. */
  hidden: number;
  added: number;
  mixed: number;
  /** [tokens, 3 · hidden] f32, query, key and value beside one another. */
  projected: number;
  /** [tokens, inner] f32. */
  inner: number;
  rounded: Rounded;
  scratch: number;
}

function reserveRoom(
  { memory }: Kernel,
  { hidden, inner, heads }: FoundEncoder,
  tokens: number,
): Room {
  // Of attention, the last step may read three rows more, and counts keys in eights.
  const rows = tokens + 2 * STEP;
  const floats = (width: number): number => memory.reserve(rows * width * FLOAT_BYTES);
  return {
    hidden: floats(hidden),
    added: floats(hidden),
    mixed: floats(hidden),
    projected: floats(3 * hidden),
    inner: floats(inner),
    rounded: {
      numbers: memory.reserve(rows * Math.max(hidden, inner)),
      scales: floats(1),
      leasts: floats(1),
    },
    scratch: floats(hidden / heads + STEP),
  };
}

function groupTexts(texts: readonly Int32Array[]): Int32Array[][] {
  const groups: Int32Array[][] = [];
  let left = 0;
  for (const text of texts) {
    const last = groups.at(-1);
    if (last && text.length <= left) last.push(text);
    else {
      groups.push([text]);
      left = TOGETHER;
    }
    left -= text.length;
  }
  return groups;
}

function runTexts(
  kernel: Kernel,
  model: Model,
  room: Room,
  texts: readonly Int32Array[],
): Float32Array[] {
  const { hidden } = model;
  const tokens = embed(kernel, model, room, texts);
  const rows = Math.ceil(tokens / STEP) * STEP;
  runNorm(kernel, model.norm, rows, room.hidden, room.added);
  for (const layer of model.layers) runLayer(kernel, model, layer, room, texts, rows);
  const values = kernel.memory.floats(room.hidden, tokens * hidden);
  let at = 0;
  return texts.flatMap(({ length }) => {
    const of = values.subarray(at, (at += length * hidden));
    return poolMean(of, new Uint8Array(length).fill(1), 1, length, hidden);
  });
}

/** What the words are and where they stand, to be added up; says of how many tokens. */
function embed(
  { memory }: Kernel,
  { words, places, types, hidden }: Model,
  room: Room,
  texts: readonly Int32Array[],
): number {
  const tokens = texts.reduce((sum, { length }) => sum + length, 0);
  const ofWords = memory.floats(room.hidden, tokens * hidden).fill(0);
  const ofPlaces = memory.floats(room.added, tokens * hidden).fill(0);
  let at = 0;
  for (const ids of texts) {
    for (const [place, id] of ids.entries()) {
      addRow(words, id, ofWords, at);
      addRow(places, place, ofPlaces, at);
      if (types) addRow(types, 0, ofPlaces, at);
      at += hidden;
    }
  }
  return tokens;
}

function runLayer(
  kernel: Kernel,
  { hidden, inner, heads }: Model,
  layer: Model['layers'][number],
  room: Room,
  texts: readonly Int32Array[],
  rows: number,
): void {
  const { code } = kernel;
  const { rounded } = room;
  runDense(kernel, layer.projection, rounded, rows, room.hidden, room.projected);
  let first = 0;
  for (const { length } of texts) {
    const from = room.projected + first * 3 * hidden * FLOAT_BYTES;
    const to = room.mixed + first * hidden * FLOAT_BYTES;
    if (length > 0) code.attend(from, length, heads, hidden / heads, room.scratch, to);
    first += length;
  }
  runDense(kernel, layer.output, rounded, rows, room.mixed, room.added);
  runNorm(kernel, layer.outputNorm, rows, room.hidden, room.added);
  runDense(kernel, layer.up, rounded, rows, room.hidden, room.inner);
  code.applyGelu(room.inner, rows * inner);
  runDense(kernel, layer.down, rounded, rows, room.inner, room.added);
  runNorm(kernel, layer.downNorm, rows, room.hidden, room.added);
}

/** A table of vectors in 8 bits: value = (number − zero) · factor. */
export interface PackedTable {
  rows: number;
  width: number;
  numbers: Int8Array | Uint8Array;
  /** [rows]. */
  factors: Float32Array;
  zero: number;
}

const MOST = 127;

/** Bytes stay as they are; floats are rounded, each row to its greatest. Nothing of the file is held. */
function packTable({ rows, width, numbers, scale, zero }: FoundTable): PackedTable {
  const read = readNumbers(numbers);
  if (!(read instanceof Float32Array)) {
    const factors = new Float32Array(rows).fill(scale);
    return { ...{ rows, width, factors, zero }, numbers: read.slice() };
  }
  const factors = new Float32Array(rows);
  for (let at = 0; at < read.length; at++) {
    const row = Math.floor(at / width);
    factors[row] = Math.max(factors[row] ?? 0, Math.abs(read[at] ?? 0) / MOST);
  }
  const bytes = new Int8Array(read.length);
  for (let at = 0; at < read.length; at++) {
    const factor = factors[Math.floor(at / width)] ?? 0;
    bytes[at] = factor > 0 ? Math.round((read[at] ?? 0) / factor) : 0;
  }
  return { ...{ rows, width, factors, zero: 0 }, numbers: bytes };
}

/** Adds a row's values to `sums`, from `start` on. Throws where there is no such row. */
function addRow(table: PackedTable, row: number, sums: Float32Array, start: number): void {
  const { width, numbers, zero } = table;
  const factor = table.factors[row];
  if (factor === undefined) throw new Error(`The model has no row ${row} of ${table.rows}`);
  const from = row * width;
  for (let at = 0; at < width; at++) {
    const value = ((numbers[from + at] ?? 0) - zero) * factor;
    sums[start + at] = (sums[start + at] ?? 0) + value;
  }
}

/** Room for the input of a dense layer, rounded to 7 bits: places in the kernel's memory. */
export interface Rounded {
  /** [rows, from] bytes. */
  numbers: number;
  /** [rows] f32 each. */
  scales: number;
  leasts: number;
}

/** A dense layer in the kernel's memory, or several side by side of one input. */
interface KernelDense {
  from: number;
  to: number;
  /** Places of its weights, tile by tile, and of what belongs to each column. */
  tiles: number;
  factors: number;
  sums: number;
  bias: number;
}

/** A layer normalisation in the kernel's memory. */
interface KernelNorm {
  width: number;
  gain: number;
  shift: number;
  epsilon: number;
}

function keepDense({ memory }: Kernel, parts: readonly FoundDense[]): KernelDense {
  const packed = parts.map(packColumns);
  const join = (pick: (columns: PackedColumns) => Float32Array): number =>
    memory.keepAll(packed.map(pick));
  return {
    from: parts[0]?.from ?? 0,
    to: parts.reduce((sum, { to }) => sum + to, 0),
    tiles: memory.keepAll(packed.map(({ tiles }) => tiles)),
    factors: join(({ factors }) => factors),
    sums: join(({ sums }) => sums),
    bias: memory.keepAll(parts.map(({ bias }) => bias)),
  };
}

function keepNorm({ memory }: Kernel, { gain, shift, epsilon }: FoundNorm): KernelNorm {
  const places = { gain: memory.keepAll([gain]), shift: memory.keepAll([shift]) };
  return { width: gain.length, ...places, epsilon };
}

/** [rows, from] f32 at `input`, rounded, through the layer to [rows, to] f32 at `out`; `rows` a multiple of 4. */
function runDense(
  { code, isWhole }: Kernel,
  { from, to, tiles, factors, sums, bias }: KernelDense,
  { numbers, scales, leasts }: Rounded,
  rows: number,
  input: number,
  out: number,
): void {
  code.quantise(input, rows, from, numbers, scales, leasts);
  const left = [numbers, scales, leasts, rows, from] as const;
  code.multiply(...left, tiles, factors, sums, bias, to, out, isWhole);
}

/** [rows, width] f32 at `values`, plus that at `added`, normalised in place. */
function runNorm(
  { code }: Kernel,
  { width, gain, shift, epsilon }: KernelNorm,
  rows: number,
  values: number,
  added: number,
): void {
  code.addNormalise(values, added, rows, width, gain, shift, epsilon);
}

/** Weights as `kernel/multiply.ts` reads them. */
interface PackedColumns {
  /** −127 … 127 in tiles of 8 columns; of a tile, four rows after four rows, each 8 columns · 4 rows. */
  tiles: Int8Array;
  /** [to], what a column's numbers are to be multiplied by. */
  factors: Float32Array;
  /** [to], the sum of a column's numbers, so multiplied. */
  sums: Float32Array;
}

/** Columns of a tile, and rows that are multiplied at once. */
const WIDE = 8;
const DEEP = 4;

/**
 * 8-bit weights of a dense layer with a factor for each column. Bytes that fit stay as they are; floats, and bytes
 * that reach further from their zero, are rounded again, each column to its greatest.
 */
export function packColumns({
  from,
  to,
  weights,
}: Omit<FoundDense, 'input' | 'bias'>): PackedColumns {
  const numbers = readNumbers(weights.numbers);
  const zeros = spread(weights.zeros, to);
  const steps = findSteps(numbers, zeros);
  const factors = spread(weights.scales, to).map((scale, column) => scale * (steps[column] ?? 1));
  const tiles = new Int8Array(from * to);
  const sums = new Float32Array(to);
  let at = 0;
  for (let row = 0; row < from; row++) {
    const depth = (row - (row % DEEP)) * WIDE + (row % DEEP);
    for (let column = 0; column < to; column++, at++) {
      const value = ((numbers[at] ?? 0) - (zeros[column] ?? 0)) / (steps[column] ?? 1);
      const number = Math.floor(value + 0.5);
      const inTile = column % WIDE;
      tiles[(column - inTile) * from + depth + inTile * DEEP] = number;
      sums[column] = (sums[column] ?? 0) + number;
    }
  }
  return { tiles, factors, sums: sums.map((sum, column) => sum * (factors[column] ?? 0)) };
}

/** By what each column is divided so that it fits. */
function findSteps(numbers: ReturnType<typeof readNumbers>, zeros: Float32Array): Float32Array {
  const to = zeros.length;
  const most = new Float32Array(to);
  for (let row = 0; row < numbers.length; row += to) {
    for (let column = 0; column < to; column++) {
      const size = Math.abs((numbers[row + column] ?? 0) - (zeros[column] ?? 0));
      if (size > (most[column] ?? 0)) most[column] = size;
    }
  }
  const isWhole = !(numbers instanceof Float32Array);
  return most.map((size) => (size === 0 || (isWhole && size <= MOST) ? 1 : size / MOST));
}

function spread(values: ArrayLike<number>, count: number): Float32Array {
  return values.length === count
    ? Float32Array.from(values)
    : new Float32Array(count).fill(values[0] ?? 0);
}
