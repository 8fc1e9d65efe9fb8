import { joinContents } from '../action/action.ts';
import type { Demonstration, Turn } from './demonstration.ts';

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
