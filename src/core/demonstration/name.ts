import type { DemonstrationForm, Turn } from './demonstration.ts';

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
