import { MASK } from '../../core/demonstration/secret.ts';
import { alignMarkup } from '../../core/snapshot/align.ts';
import { editStartTag } from '../../core/snapshot/markup.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { getAttributes } from '../read/native.ts';

type SecretField = HTMLInputElement | HTMLTextAreaElement;

/** Attributes that say what a field is; they hold no typed text but by coincidence. */
const DESCRIPTIVE = new Set(
  'type id name class style autocomplete placeholder role aria-label pattern form'.split(' '),
);

/** Below this a typed text is looked for only as a whole value: it would be found in anything. */
const TELLING_LENGTH = 4;

/** Attributes of a secret field that show what was typed into it: `value`, and copies of it. */
export function listLeaks(field: SecretField): Map<string, string> {
  const typed = field.value;
  const leaks = new Map<string, string>();
  for (const { name, value } of getAttributes(field)) {
    if (value === '' || DESCRIPTIVE.has(name)) continue;
    const isCopy =
      typed !== '' &&
      (value === typed || (typed.length >= TELLING_LENGTH && value.includes(typed)));
    if (name === 'value' || isCopy) leaks.set(name, MASK);
  }
  return leaks;
}

/**
 * Takes out of the html what the start tags of secret fields, and the text inside them, give away.
 * Null when the fields could not be found in it.
 */
export function scrubSecrets(
  raw: Pick<RawFrame, 'html' | 'names' | 'spans'>,
  secrets: ReadonlyMap<number, SecretField>,
): string | null {
  const leaks = new Map([...secrets].map(([index, field]) => [index, listLeaks(field)]));
  const texts = new Set([...secrets].flatMap(([index, field]) => (hasText(field) ? [index] : [])));
  const last = Math.max(-1, ...texts, ...[...leaks].flatMap(([i, l]) => (l.size > 0 ? [i] : [])));
  if (last < 0) return raw.html;
  let scrubbed = '';
  let copied = 0;
  const isExact = alignMarkup(raw, {
    open(index, from, nameEnd, to) {
      const own = leaks.get(index);
      if (own && own.size > 0) {
        scrubbed += raw.html.slice(copied, from) + editStartTag(raw.html, from, nameEnd, own);
        copied = to;
      }
      if (texts.has(index)) {
        scrubbed += raw.html.slice(copied, to) + MASK;
        copied = Math.max(to, raw.html.indexOf('</textarea>', to));
      }
    },
    close() {
      // Only start tags matter here.
    },
    aside() {
      // As above.
    },
    rawText() {
      // As above.
    },
  });
  return isExact ? scrubbed + raw.html.slice(copied) : null;
}

function hasText(field: SecretField): boolean {
  return field instanceof HTMLTextAreaElement && field.defaultValue !== '';
}
