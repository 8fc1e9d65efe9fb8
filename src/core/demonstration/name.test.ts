import { describe, expect, it } from 'vitest';
import type { Turn } from './demonstration.ts';
import { findRequest, nameDemonstration } from './name.ts';

const FORM = { annotator: '', description: '', tasks: [], navigatorName: '', instructorName: '' };

function say(utterance: string, speaker: 'instructor' | 'navigator' = 'instructor'): Turn {
  const action = { intent: 'say', speaker, utterance } as const;
  return { kind: 'say', id: utterance, demonstrationId: 'd', at: 1, seq: 0, by: 'person', action };
}

const nameOf = (turns: Turn[], description = ''): string =>
  nameDemonstration({ form: { ...FORM, description }, title: 'Kettle House' }, turns);

describe('the name of a demonstration', () => {
  it.each([
    ['Find a red kettle. Then tell me what it costs.', 'Find a red kettle'],
    ['Which lamp is cheapest? I have 40 euros.', 'Which lamp is cheapest?'],
    ['open v2.1 of the manual', 'open v2.1 of the manual'],
    ['put it in the basket\nand pay', 'put it in the basket'],
    ['“Nein.” sagte er', '“Nein.” sagte er'],
    [`go ${'far '.repeat(40)}`, `go ${'far '.repeat(19).trim()}…`],
    ['🫖'.repeat(90), `${'🫖'.repeat(80)}…`],
  ])('%j is called %j', (request, name) => {
    expect(nameOf([say('Hello', 'navigator'), say(request), say('Stop.')])).toBe(name);
  });

  it('is what its annotator wrote, whatever was asked', () => {
    expect(nameOf([say('Find a kettle')], ' Buying a kettle ')).toBe('Buying a kettle');
  });

  it('is that of its first page where nothing was asked', () => {
    expect(nameOf([say('Hello', 'navigator'), say('  ')])).toBe('Kettle House');
    expect(findRequest([])).toBeNull();
  });
});
