export type ReadVocabulary = { ok: true; pieces: string[] } | { ok: false; reason: string };

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Reads vocab.txt (one piece per line) or tokenizer.json (Hugging Face) with an uncased WordPiece. */
export function readVocabulary(bytes: Uint8Array): ReadVocabulary {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail('The vocabulary is not a text file.');
  }
  const start = text.slice(0, 200).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html')) {
    return fail('The vocabulary is a web page, perhaps an error page.');
  }
  const read = start.startsWith('{') ? readTokenizer(text) : readLines(text);
  if (!read.ok) return read;
  const missing = SPECIAL.filter((piece) => !read.pieces.includes(piece));
  if (missing.length === 0) return read;
  return fail(`The vocabulary has no ${missing.join(', ')}: it is not that of a BERT encoder.`);
}

function readLines(text: string): ReadVocabulary {
  return { ok: true, pieces: text.replace(/\r?\n$/, '').split(/\r?\n/) };
}

function readTokenizer(text: string): ReadVocabulary {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('tokenizer.json cannot be read: it is cut off or damaged.');
  }
  const model = readPart(json, 'model');
  const type = readPart(model, 'type');
  if (type !== 'WordPiece') {
    const named = typeof type === 'string' ? type : 'none';
    return fail(`tokenizer.json is of the kind ${named}; only WordPiece (BERT) can be used.`);
  }
  if (readPart(readPart(json, 'normalizer'), 'lowercase') === false) {
    return fail(
      'The tokenizer tells capitals from small letters; only uncased models can be used.',
    );
  }
  const ids = readPart(model, 'vocab');
  if (typeof ids !== 'object' || ids === null) return fail('tokenizer.json holds no vocabulary.');
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(ids) as [string, unknown][]) {
    if (typeof id === 'number') pieces[id] = piece;
  }
  const isWhole = pieces.length > 0 && Object.keys(pieces).length === pieces.length;
  return isWhole ? { ok: true, pieces } : fail('The numbers of the vocabulary have gaps.');
}

function readPart(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function fail(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
