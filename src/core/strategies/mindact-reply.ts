/** Reading the answers to MindAct's questions. Never throws. */

export interface MindActOperation {
  op: 'CLICK' | 'TYPE' | 'SELECT';
  /** Empty for a click. */
  value: string;
}

/**
 * The choice in a reply: 0 for "none of the above", 1 for B, and so on; null when it names none of the
 * `count` choices. What a model thinks aloud before does not count.
 */
export function readChoice(reply: string, count: number): number | null {
  const text = dropThoughts(reply);
  const letter =
    /\banswer\W{0,6}(?:is\W{0,3})?([A-F])\b(?!')/i.exec(text)?.[1] ??
    /^\W*(?:option\s+|choice\s+)?([A-F])(?:\W|$)/i.exec(text)?.[1] ??
    (/^\s*none\b/i.test(text) ? 'A' : undefined);
  if (letter === undefined) return null;
  const choice = letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
  return choice <= count ? choice : null;
}

/** `Action: TYPE` and, on a line of its own, `Value: …`; null when there is no such thing in it. */
export function readOperation(reply: string): MindActOperation | null {
  const text = dropThoughts(reply);
  const op = /\baction\W{0,6}(CLICK|TYPE|SELECT)\b/i.exec(text)?.[1]?.toUpperCase();
  if (op !== 'CLICK' && op !== 'TYPE' && op !== 'SELECT') return null;
  if (op === 'CLICK') return { op, value: '' };
  const value = /^\W*value\W*?:\s*(.*)$/im.exec(text)?.[1];
  return value === undefined ? null : { op, value: unquote(value.trim()) };
}

/** Whether a reply asks what else can be done, and holds no call that says it. */
export function asksForOther(reply: string): boolean {
  const text = dropThoughts(reply);
  return /^\W*(?:action\W{0,6})?other\b/im.test(text) && !/\w\(/.test(text);
}

function dropThoughts(reply: string): string {
  return reply.replace(/^[\s\S]*<\/(?:think|thinking|thought)>/i, '').trim();
}

function unquote(value: string): string {
  return /^(["“'])(.*)["”']$/.exec(value)?.[2] ?? value;
}
