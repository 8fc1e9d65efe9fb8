const NAME_START =
  ':A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}-\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NAME = `[${NAME_START}](?:[-.0-9\\u{b7}\\u{203f}-\\u{2040}${NAME_START}]|\\p{M})*`;
const TOKEN = new RegExp(
  `<(?<open>${NAME})(?<attributes>(?: ${NAME}="[^"<]*")*)(?<empty>/?)>|</(?<close>${NAME})>|(?<text>[^<]+)`,
  'uy',
);
const ATTRIBUTE = new RegExp(` (${NAME})="([^"]*)"`, 'gu');
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export interface ReadXml {
  /** Tag and text of every element by its backend_node_id. */
  byId: Map<string, { tag: string; attributes: Record<string, string> }>;
  depth: number;
}

/** Reads XML as strictly as libxml2 does, for what Mind2Web files use of it. Throws at the first fault. */
export function readXml(xml: string): ReadXml {
  const illegal = ILLEGAL.exec(xml);
  if (illegal) throw new Error(`U+${xml.charCodeAt(illegal.index).toString(16)} is no XML`);
  const read: ReadXml = { byId: new Map(), depth: 0 };
  const open: string[] = [];
  let roots = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(xml)?.groups;
    if (!groups) throw new Error(`not well-formed: ${xml.slice(at, at + 80)}`);
    if (groups['text'] !== undefined) {
      checkEntities(groups['text']);
      if (open.length === 0) throw new Error('text beside the root');
    } else if (groups['close'] !== undefined) {
      if (open.pop() !== groups['close']) throw new Error(`</${groups['close']}> closes another`);
    } else {
      if (open.length === 0) roots += 1;
      readElement(groups['open'] ?? '', groups['attributes'] ?? '', read);
      read.depth = Math.max(read.depth, open.length + 1);
      if (groups['empty'] === '') open.push(groups['open'] ?? '');
    }
  }
  if (open.length > 0 || roots !== 1) throw new Error(`${open.length} open, ${roots} roots`);
  return read;
}

function readElement(tag: string, text: string, { byId }: ReadXml): void {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} twice`);
    checkEntities(value);
    attributes[name] = value;
  }
  const id = attributes['backend_node_id'] ?? '';
  if (byId.has(id)) throw new Error(`id ${id} twice`);
  byId.set(id, { tag, attributes });
}

function checkEntities(text: string): void {
  for (const [entity] of text.matchAll(/&[^;]{0,8};?/g)) {
    if (!/^&(?:amp|lt|gt|quot|#\d+);$/.test(entity)) throw new Error(`entity ${entity}`);
  }
}
