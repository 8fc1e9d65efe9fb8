import type { Demonstration, DemonstrationForm, Turn } from './demonstration.ts';
import { joinContents } from '../action/action.ts';

/** Code points. Longer requests are cut at a word. */
const MAX_LENGTH = 80;

/** The instructor's first request: later ones correct or go on. Null where nothing was asked. */
export function findRequest(turns: readonly Turn[]): string | null {
  const first = turns.find((turn) => turn.kind === 'say' && turn.action.speaker === 'instructor');
  const request = first?.kind === 'say' ? first.action.utterance.trim() : '';
  return request === '' ? null : request;
}

/** What the instructor asked for last; empty where nothing was asked. */
export function findLastRequest(turns: readonly Turn[]): string {
  const last = turns.findLast(
    (turn) => turn.kind === 'say' && turn.action.speaker === 'instructor',
  );
  return last?.kind === 'say' ? last.action.utterance : '';
}

/** What a demonstration is called: what its annotator wrote, else the first sentence that was asked, else its first page. */
export function nameDemonstration(
  { form, title }: { form: Pick<DemonstrationForm, 'description'>; title: string },
  turns: readonly Turn[],
): string {
  const request = findRequest(turns);
  return form.description.trim() || (request && cutAtSentence(request)) || title;
}

function cutAtSentence(text: string): string {
  const [line = ''] = text.split('\n');
  const sentence = /^.*?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line;
  const letters = Array.from(sentence.replace(/\.$/, ''));
  if (letters.length <= MAX_LENGTH) return letters.join('');
  const start = letters.slice(0, MAX_LENGTH).join('');
  return `${start.replace(/\s+\S*$/u, '')}…`;
}

/** UTF-16 units: long pages of text in one field would slow down every search. */
const TEXT_LIMIT = 2000;

/** Folds case, accents and compatibility forms, so that texts can be compared. */
export function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Joins what a demonstration is found by: its name and form, talk, titles and addresses of pages, and typed texts. */
export function collectSearchText({ title, form }: Demonstration, turns: readonly Turn[]): string {
  const { description, project = '', tags = [], notes = '', tasks, annotator } = form;
  const texts = new Set([title, description, project, ...tags, notes, ...tasks, annotator]);
  for (const turn of turns) {
    texts.add((joinContents(turn.action) ?? '').slice(0, TEXT_LIMIT));
    if (turn.kind === 'say') continue;
    texts.add(turn.metadata.url);
    texts.add(turn.snapshot?.frames[0]?.title ?? '');
    texts.add(turn.element?.name.slice(0, TEXT_LIMIT) ?? '');
  }
  texts.delete('');
  return normalizeText([...texts].join('\n'));
}
