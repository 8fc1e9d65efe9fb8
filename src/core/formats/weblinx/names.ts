/** File names of a browser event; `n` is its event_id. State before the action has the suffix 0. */
export function namePage(n: number): string {
  return `page-${n}-0.html`;
}

export function nameScreenshot(n: number): string {
  return `screenshot-${n}-0.png`;
}

/** After the action. */
export function nameEffect(n: number): string {
  return `screenshot-${n}-1.png`;
}

export function nameMhtml(n: number): string {
  return `page-${n}-0.mhtml`;
}

export function nameAccessible(n: number): string {
  return `page-${n}-0.json`;
}

export function nameBoxes(n: number): string {
  return `bboxes-${n}.json`;
}

/**
 * WebLINX's name of a demonstration and its folder: seven lower-case letters. The same id always
 * gives the same name; two of 26^7 (8 thousand million) collide rarely enough for a data set.
 */
export function nameShortcode(id: string): string {
  // FNV-1a, 64 bit, over UTF-16 units.
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < id.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(id.charCodeAt(index))) * 0x100000001b3n);
  }
  let name = '';
  for (let letter = 0; letter < 7; letter += 1) {
    name += String.fromCharCode(97 + Number(hash % 26n));
    hash /= 26n;
  }
  return name;
}
