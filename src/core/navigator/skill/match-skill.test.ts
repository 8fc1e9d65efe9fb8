import { describe, expect, it } from 'vitest';
import { matchSkill } from './match-skill.ts';
import { makeSkillOf, makeStep } from './skill.fixture.ts';
import type { Slot } from './skill.ts';

const SLOTS: Slot[] = [
  { name: 'amount', label: 'Amount', type: 'number', byDefault: '1', options: [] },
  { name: 'item', label: 'Item', type: 'text', byDefault: 'lamp', options: [] },
];
const USUAL = makeSkillOf(
  [makeStep({ action: { intent: 'textInput', uid: 'u', text: '{{amount}} {{item}}' } })],
  { slots: SLOTS },
);
const OTHER = makeSkillOf([], { id: 'other', name: 'Order the usual for Ada', asked: '' });

function match(message: string): unknown {
  const found = matchSkill(message, [USUAL, OTHER]);
  return found && [found.skill.id, found.values, found.isSure];
}

describe('a message that names a skill', () => {
  it.each([
    ['order the usual', 'skill', {}, true],
    ['Run “Order the usual”, please.', 'skill', {}, true],
    ['please order the usual with two lamps', 'skill', { amount: '2', item: 'lamps' }, false],
    ['order the usual amount 3', 'skill', { amount: '3' }, true],
    [
      'order the usual: item "oak desk", amount is 4',
      'skill',
      { amount: '4', item: 'oak desk' },
      true,
    ],
    ['order three oak desks', 'skill', { amount: '3', item: 'oak desks' }, true],
    ['order the usual for Ada', 'other', {}, true],
  ])('%s', (message, id, values, isSure) => {
    expect(match(message)).toEqual([id, values, isSure]);
  });

  it.each([
    'order',
    'what is the usual order?',
    'cancel the usual',
    'click order',
    'order some lamps',
  ])('is not “%s”', (message) => expect(match(message)).toBeNull());
});
