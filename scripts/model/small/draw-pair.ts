import type { Words } from './read-words.ts';

/** What a person asks for, and what a page may call it. */
export interface Pair {
  asked: string;
  called: string;
}

/** How often each kind of words is drawn. */
const SHARES = { ideas: 0.4, translations: 0.27, icons: 0.18, lexicon: 0.15 };

/** How often a drawn pair is made less plain. */
const RATES = {
  /** Two ideas in one text: a verb and what it is done to, a name and what stands with it. */
  joined: 0.12,
  longer: 0.09,
  typo: 0.12,
  command: 0.2,
  askedRole: 0.1,
  calledRole: 0.15,
  /** The very same words. */
  itself: 0.1,
};

const COMMANDS =
  'click|open|press|go to|show me|choose|select|use|find|tap|hit|i want to|take me to|please'.split(
    '|',
  );
const ROLES = 'button|link|icon|field|menu|tab|box|option'.split('|');

/** Draws pairs of texts that mean the same. `random` gives numbers in [0, 1). */
export function createPairs(words: Words, random: () => number): () => Pair {
  const pick = <T>(from: readonly T[]): T => {
    const item = from[Math.floor(random() * from.length)];
    if (item === undefined) throw new Error('There is nothing to draw from');
    return item;
  };
  const happens = (rate: number): boolean => random() < rate;
  const either = (one: string, other: string): Pair =>
    happens(0.5) ? { asked: one, called: other } : { asked: other, called: one };

  /** Two different ones, where there are two. */
  function pickTwo(from: readonly string[], first = pick(from)): [string, string] {
    const others = from.filter((text) => text !== first);
    return [first, others.length > 0 ? pick(others) : first];
  }

  const kinds: Record<keyof typeof SHARES, () => Pair> = {
    ideas: () => either(...pickTwo(pick(words.ideas))),
    icons() {
      const icon = pick(words.icons);
      return either(...pickTwo(icon, happens(0.65) ? icon[0] : pick(icon)));
    },
    translations() {
      const { english, others } = pick(words.translations);
      const called = pick(pick(others));
      // Mostly with English, seldom one foreign language with another.
      return happens(0.8) ? either(english, called) : { asked: pick(pick(others)), called };
    },
    lexicon() {
      const { same, near } = pick(words.lexicon);
      const one = pick(same);
      return near.length > 0 && happens(0.25)
        ? either(one, pick(near))
        : either(...pickTwo(same, one));
    },
  };

  function drawPlain(): Pair {
    let place = random();
    for (const [kind, share] of Object.entries(SHARES)) {
      place -= share;
      if (place < 0) return kinds[kind as keyof typeof SHARES]();
    }
    return kinds.ideas();
  }

  return () => {
    let { asked, called } = drawPlain();
    if (happens(RATES.joined)) {
      const other = drawPlain();
      asked = `${asked} ${other.asked}`;
      called = happens(0.7) ? `${called} ${other.called}` : `${other.called} ${called}`;
    } else if (happens(RATES.longer)) called = `${called} ${pick(pick(words.icons))}`;
    if (happens(RATES.typo)) asked = mistype(asked, random);
    if (happens(RATES.command)) asked = `${pick(COMMANDS)} ${asked}`;
    if (happens(RATES.askedRole)) asked = `${asked} ${pick(ROLES)}`;
    if (happens(RATES.calledRole)) called = `${called} ${pick(ROLES)}`;
    return happens(RATES.itself) ? { asked, called: asked } : { asked, called };
  };
}

/** Leaves out, doubles or swaps a letter that is not the first. */
function mistype(text: string, random: () => number): string {
  if (text.length < 5) return text;
  const at = 1 + Math.floor(random() * (text.length - 2));
  const way = random() * 3;
  const letter = text.charAt(at);
  if (way < 1) return text.slice(0, at) + text.slice(at + 1);
  if (way < 2) return text.slice(0, at) + letter + text.slice(at);
  return text.slice(0, at) + text.charAt(at + 1) + letter + text.slice(at + 2);
}
