/** The members of a box in the order they are written, with what stands before each value. */
const BEFORE_VALUES = ['{"x":', ',"y":', ',"width":', ',"height":'].map((text) =>
  new TextEncoder().encode(text),
);

const [QUOTE, COLON, COMMA, OPEN, CLOSE] = [0x22, 0x3a, 0x2c, 0x7b, 0x7d] as const;
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39] as const;
/** More digits than a finite number has. */
const TOO_LONG = 300;
const [FIRST_PRINTABLE, BACKSLASH, LAST_PRINTABLE] = [0x20, 0x5c, 0x7e] as const;

/**
 * True of bytes that are just what `encodeBoxes` writes for boxes that are all finite numbers: then
 * nothing is wrong with them, and they need not be parsed, which takes ten times as long. False says
 * nothing: blanks, escapes and exponents are for a parser.
 */
export function hasPlainBoxes(bytes: Uint8Array): boolean {
  if (bytes[0] !== OPEN) return false;
  if (bytes[1] === CLOSE) return bytes.length === 2;
  let at = 0;
  do {
    at = skipBox(bytes, skipName(bytes, at + 1));
    if (at === -1) return false;
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE && at === bytes.length - 1;
}

/** Behind `"name":`; -1 for anything else, as from all of these. */
function skipName(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return -1;
  for (let at = from + 1; ; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return bytes[at + 1] === COLON ? at + 2 : -1;
    if (byte < FIRST_PRINTABLE || byte > LAST_PRINTABLE || byte === BACKSLASH) return -1;
  }
}

function skipBox(bytes: Uint8Array, from: number): number {
  let at = from;
  for (const before of BEFORE_VALUES) {
    if (at === -1) return -1;
    for (const byte of before) if (bytes[at++] !== byte) return -1;
    at = skipNumber(bytes, at);
  }
  return bytes[at] === CLOSE ? at + 1 : -1;
}

/** A finite JSON number without an exponent. */
function skipNumber(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  const whole = skipDigits(bytes, first);
  if (whole === first || whole > first + TOO_LONG) return -1;
  if (bytes[first] === ZERO && whole > first + 1) return -1;
  if (bytes[whole] !== POINT) return whole;
  const end = skipDigits(bytes, whole + 1);
  return end === whole + 1 ? -1 : end;
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[++at] ?? 0);
  return at;
}
