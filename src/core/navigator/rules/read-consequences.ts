import type { PageAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { GLYPH_WORDS } from '../../ranking/lexicon/glyphs.ts';
import { foldName, holdsWords, isSelect, isTextField, isToggle } from '../control.ts';
import type { Condition } from './condition.ts';
import {
  AGREEING,
  CONSEQUENCE_WORDS,
  HARMLESS_ALONE,
  REFUSING,
  SENT_BY_ENTER,
} from './consequence-words.ts';
import type { TargetFacts } from './target-facts.ts';

export type Consequence = Extract<
  Condition,
  'pay' | 'send' | 'delete' | 'submit' | 'upload' | 'download'
>;

/** A name longer than this is text that can be pressed, of which the beginning says what it does. Words. */
const LONGEST_NAME = 8;
const BEGINNING = 4;
/** Lines of what stands round a "Yes" that say what is agreed to. */
const ASKED_IN = 3;

/** What pressing, submitting or setting this comes to, as far as names and markup tell. */
export function readConsequences(
  action: PageAction,
  target: Candidate | null,
  facts: TargetFacts | null,
): Consequence[] {
  if (facts?.type === 'file') return ['upload'];
  if (action.intent === 'submit' || isEnterInField(action, target)) {
    return readSubmit(target, facts);
  }
  if (!target || !isPress(action)) return [];
  if (isTextField(target) || isSelect(target) || isToggle(target)) return [];
  const isLink = facts !== null && facts.leadsTo !== null && !facts.submits;
  const found = readName(nameOf(target), isLink);
  if (facts?.downloads || (facts?.leadsTo && isFile(facts.leadsTo))) found.add('download');
  if (found.size === 0 && AGREEING.has(foldName(nameOf(target)))) {
    const asked = target.fields.context.split('\n').slice(0, ASKED_IN);
    for (const line of asked) for (const each of readName(line, true)) found.add(each);
  }
  if (facts?.submits) addSubmit(found, nameOf(target), facts);
  return [...found];
}

/** What words name as a consequence, as a person would say them: `the trash icon`, `Send`. */
export function readWords(words: string): ReadonlySet<Consequence> {
  return readName(words, false);
}

function readSubmit(target: Candidate | null, facts: TargetFacts | null): Consequence[] {
  const form = facts?.form ?? null;
  if (!form) {
    // Enter in a field without a form: chats send by it. Elsewhere nobody knows what has the focus.
    if (!target) return ['submit'];
    const named = foldName(nameOf(target));
    const sends = isTextField(target) && SENT_BY_ENTER.some((word) => holdsWords(named, word));
    return sends ? ['send'] : [];
  }
  const found = readName(form.buttonName, false);
  if (facts) addSubmit(found, form.buttonName, facts);
  return [...found];
}

/** What a form's own declaration adds to its button's name. */
function addSubmit(found: Set<Consequence>, name: string, { form }: TargetFacts): void {
  if (!form) return;
  if (form.secrets === 'card') found.add('pay');
  if (form.takesFiles) found.add('upload');
  const path = form.action === null ? '' : foldName(new URL(form.action).pathname);
  if (/(?:^| )(?:pay|payment|purchase|charge)$/.test(path)) found.add('pay');
  if (/(?:^| )(?:delete|destroy|remove)$/.test(path)) found.add('delete');
  if (found.size > 0) return;
  const isHarmless =
    form.isSearch ||
    form.method === 'get' ||
    form.method === 'dialog' ||
    REFUSING.test(foldName(name)) ||
    HARMLESS_ALONE.has(foldName(name)) ||
    holdsAny(name, CONSEQUENCE_WORDS.harmless);
  if (!isHarmless) found.add('submit');
}

function readName(name: string, isLink: boolean): Set<Consequence> {
  const found = new Set<Consequence>();
  const { pay, payButton, send, delete: remove, download, upload } = CONSEQUENCE_WORDS;
  if (holdsAny(name, pay) || (!isLink && holdsAny(name, payButton))) found.add('pay');
  if (!isLink && holdsAny(name, send)) found.add('send');
  if (holdsAny(name, remove) && !(isLink && FOLDERS.has(foldName(name)))) found.add('delete');
  if (!isLink && holdsAny(name, upload)) found.add('upload');
  if (holdsAny(name, download)) found.add('download');
  // "Keep it", "Cancel", "Don't delete"; but "Cancel order" is no way back.
  const refuses = REFUSING.test(foldName(name)) && !holdsAny(name, CANCELLING);
  return refuses ? new Set() : found;
}

/** Links of these names lead to what was deleted. */
const FOLDERS = new Set(['trash', 'bin', 'garbage']);
const CANCELLING = CONSEQUENCE_WORDS.delete.filter((word) =>
  /^(?:cancel|annuler|cancelar) /.test(word),
);

function holdsAny(name: string, words: readonly string[]): boolean {
  const said = foldName(name).split(' ');
  const folded = said.slice(0, said.length > LONGEST_NAME ? BEGINNING : LONGEST_NAME).join(' ');
  return words.some((word) =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)
      ? folded.includes(foldName(word))
      : holdsWords(folded, foldName(word)),
  );
}

/** What a person would call it; signs that stand for words as those, and its id where nothing else names it. */
function nameOf({ fields }: Candidate): string {
  const { name, text, label, value, title, alt, placeholder, key } = fields;
  const said =
    [name, text, label, title, alt, placeholder, value].find((each) => each !== '') ?? key;
  const signs = Array.from(said.replace(/[\uFE0E\uFE0F\s]/gu, ''));
  const words = signs.length === 1 ? GLYPH_WORDS[signs[0] ?? ''] : undefined;
  if (words) return words.join(' ');
  return /[\p{L}\p{N}]/u.test(said) ? said : key;
}

function isPress(action: PageAction): boolean {
  return action.intent === 'click' || (action.intent === 'press' && isPressKey(action.key));
}

function isPressKey(key: string): boolean {
  return key === 'Enter' || key === ' ';
}

function isEnterInField(action: PageAction, target: Candidate | null): boolean {
  return action.intent === 'press' && action.key === 'Enter' && (!target || isTextField(target));
}

/** Addresses that a browser saves rather than shows. */
function isFile(address: string): boolean {
  const { pathname } = new URL(address);
  return /\.(?:zip|tar|t?gz|7z|rar|exe|msi|dmg|pkg|apk|deb|rpm|iso|csv|xlsx?|docx?|pptx?)$/i.test(
    pathname,
  );
}
