import { BUTTON_VERBS } from '../../ranking/lexicon/query-words.ts';
import { parseWebAddress } from '../sites.ts';
import type { Phrase } from './phrase.ts';
import { matchPhrase, readText, readWords, trimPhrase } from './phrase.ts';
import { readTarget, readTypedText, splitAtTarget, trimTarget } from './request-words.ts';
import type { Direction, Extent, Step } from './step.ts';

/** The steps that the parts of a clause come to; null where they come to none. */

/** A clause that is understood but cannot be done carries the reason. */
export type ReadClause = Step | { kind: 'refused'; reason: string };

export function refuse(reason: string): ReadClause {
  return { kind: 'refused', reason };
}

export function withTarget(
  phrase: Phrase | null | undefined,
  build: (name: string) => Step,
): Step | null {
  const name = phrase ? readTarget(phrase) : '';
  return name === '' ? null : build(name);
}

/** "delete buy milk", "save": what buttons are called by is clicked; the rest tells which one. */
export function readButtonVerb(words: Phrase | null | undefined): Step | null {
  const verb = /^\p{L}+/u.exec(words?.masked ?? '')?.[0].toLowerCase() ?? '';
  if (!BUTTON_VERBS.has(verb)) return null;
  return withTarget(words, (name) => ({ kind: 'click', target: name }));
}

export function readLoad(address: Phrase | null | undefined): ReadClause | null {
  const read = parseWebAddress(address ? readText(trimTarget(address)) : '');
  if (read.ok) return { kind: 'load', url: read.url };
  return read.reason === 'scheme'
    ? refuse('I only open web addresses that begin with http or https.')
    : null;
}

export function scroll(direction: Direction, extent: Extent): Step {
  return { kind: 'scroll', direction, extent };
}

/** "scroll to the bottom of the terms": to an edge of what has a scroll bar of its own. */
export function scrollIn(
  target: Phrase | null | undefined,
  edge: Phrase | null | undefined,
): Step | null {
  const way = /top|start|beg/i.test(edge?.raw ?? '') ? 'up' : 'down';
  return withTarget(target, (name) => ({
    kind: 'scroll',
    direction: way,
    extent: 'end',
    target: name,
  }));
}

export function readScroll(
  direction: Phrase | null | undefined,
  words: Phrase | null | undefined,
  pixels: Phrase | null | undefined,
): Step {
  const way = (direction?.raw.toLowerCase() ?? 'down') as Direction;
  if (pixels) return scroll(way, { pixels: Number(pixels.raw) });
  if (/\ball\b/i.test(words?.raw ?? '')) return scroll(way, 'end');
  const share = /bit|little|slightly/i.test(words?.raw ?? '') ? 0.4 : 0.8;
  return scroll(way, { screens: share });
}

export function readPress(
  name: Phrase | null | undefined,
  called: Phrase | null | undefined,
  target: Phrase | null | undefined,
): Step | null {
  const key = name ? readKeyName(name.raw, called !== null) : null;
  if (key === null) return null;
  const where = target ? readTarget(target) : '';
  return { kind: 'press', key, target: where === '' || where === 'it' ? null : where };
}

export function readSearch(
  where: Phrase | null | undefined,
  text: Phrase | null | undefined,
  asked: boolean,
): Step | null {
  if (!text) return null;
  const place = splitAtTarget(text, []);
  const said = place && /^(?!drop)/i.test(place.target.raw) ? place : null;
  const target = where ? readTarget(where) : said ? readTarget(said.target) : null;
  // In a search, unlike in typed text, a final full stop is the sentence's.
  const words = trimTail(said ? said.value : text);
  const typed = readTypedText(words, asked);
  return typed === '' ? null : { kind: 'search', text: typed, target };
}

function trimTail(phrase: Phrase): Phrase {
  const found = matchPhrase(
    phrase,
    /^(.+?)(?:\s+(?:here|on (?:this|the) (?:site|page|website)))?(?:(?:\s*,)?\s+(?:please|for me|thanks))?[.!]*$/i,
  );
  return trimPhrase(found?.[0] ?? phrase);
}

export function typeInto(
  text: Phrase | null | undefined,
  target: Phrase | null | undefined,
  asked: boolean,
): Step | null {
  if (!text) return null;
  return withTarget(target, (name) => ({
    kind: 'type',
    text: readTypedText(text, asked),
    target: name,
  }));
}

export function readType(phrase: Phrase | null | undefined, asked: boolean): Step | null {
  if (!phrase) return null;
  const split = splitAtTarget(phrase, ['in', 'into', 'inside', 'within']);
  if (!split) return { kind: 'type', text: readTypedText(phrase, asked), target: null };
  const name = readTarget(split.target);
  return { kind: 'type', text: readText(split.value), target: name === 'it' ? null : name };
}

export function setTo(
  target: Phrase | null | undefined,
  value: Phrase | null | undefined,
  asked: boolean,
): Step | null {
  if (!value) return null;
  return withTarget(target, (name) => ({
    kind: 'set',
    value: readTypedText(value, asked),
    target: name,
  }));
}

export function toggle(target: Phrase | null | undefined, on: boolean): Step | null {
  const box = target
    ? matchPhrase(
        target,
        /^(?:the\s+)?(?:check\s?)?box\s+(?:for|next to|beside|of|labell?ed|called|named|that says|saying|marked)\s+(.+)$/i,
      )?.[0]
    : null;
  return withTarget(box ?? target, (name) => ({ kind: 'toggle', target: name, on }));
}

export function chooseFrom(
  value: Phrase | null | undefined,
  target: Phrase | null | undefined,
): Step | null {
  if (!value) return null;
  return withTarget(target, (name) => ({
    kind: 'choose',
    value: readTarget(value),
    target: name,
    phrase: `${readTarget(value)} ${name}`,
  }));
}

export function readChoose(phrase: Phrase | null | undefined): Step | null {
  if (!phrase) return null;
  const whole = readTarget(phrase);
  const split =
    splitAtTarget(phrase, ['under', 'from']) ??
    splitAtTarget(phrase, ['in', 'for', 'on', 'at', 'as']);
  if (!split) {
    return whole === '' ? null : { kind: 'choose', value: whole, target: null, phrase: whole };
  }
  return {
    kind: 'choose',
    value: readTarget(split.value),
    target: readTarget(split.target),
    phrase: readWords(trimTarget(phrase)),
  };
}

/** Keys by what people call them; those in the second table are as likely to name a button. */
const KEYS: Record<string, string> = {
  enter: 'Enter',
  return: 'Enter',
  escape: 'Escape',
  esc: 'Escape',
  tab: 'Tab',
  backspace: 'Backspace',
  space: ' ',
  spacebar: ' ',
  'space bar': ' ',
  'page up': 'PageUp',
  'page down': 'PageDown',
};

const KEYS_WHEN_CALLED_KEY: Record<string, string> = {
  delete: 'Delete',
  del: 'Delete',
  home: 'Home',
  end: 'End',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

/**
 * The KeyboardEvent.key name of what a person calls a key, or null. "Home" alone is rather a link;
 * `calledKey` says that the word "key" stood beside it.
 */
function readKeyName(words: string, calledKey: boolean): string | null {
  const name = words
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim();
  const arrow =
    /^arrow ?(up|down|left|right)$/.exec(name) ?? /^(up|down|left|right) arrow$/.exec(name);
  if (arrow?.[1]) return `Arrow${arrow[1].charAt(0).toUpperCase()}${arrow[1].slice(1)}`;
  if (/^page(up|down)$/.test(name)) return name === 'pageup' ? 'PageUp' : 'PageDown';
  if (/^f(?:[1-9]|1[0-2])$/.test(name)) return name.toUpperCase();
  return KEYS[name] ?? (calledKey ? (KEYS_WHEN_CALLED_KEY[name] ?? null) : null);
}
