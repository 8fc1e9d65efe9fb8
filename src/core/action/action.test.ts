import { describe, expect, it } from 'vitest';
import type { Action, CallIntent, Intent } from './action.ts';
import {
  ACTIONS,
  actionShape,
  capturedShape,
  describeAction,
  getDefinition,
  isIntent,
  RECORDED_ACTIONS,
} from './action.ts';
import type { Words } from './definition.ts';

const INTENTS = Object.keys(RECORDED_ACTIONS) as Intent[];
const quote = (text: string): string => `“${text}”`;
const WORDS: Words = {
  ...{ target: 'Search', hasTarget: true, form: 'the form with Search' },
  ...{ quote, quoteTyped: quote, quoteChosen: quote },
  address: (url) => url,
  key: (key) => key,
};

/** Every member that any action has, as a stored action holds it. */
const MEMBERS = {
  ...{
    uid: 'a-1',
    toUid: 'b-1',
    text: 'lamp',
    value: 'Blue',
    key: 'Enter',
    url: 'https://a.example/',
  },
  ...{ x: 0, y: 300, tabId: 2, fromTabId: 1, kind: 'confirm', message: 'Sure?', answer: 'true' },
  ...{ tool: 'add_to_cart', input: '{"product":"lamp"}' },
} as const;

function makeAction(intent: Intent): Exclude<Action, { intent: 'say' }> {
  const members = Object.keys(getDefinition(intent).arguments);
  const given = Object.entries(MEMBERS).filter(([member]) => members.includes(member));
  return { intent, ...Object.fromEntries(given) } as unknown as Exclude<Action, { intent: 'say' }>;
}

describe('the table of actions', () => {
  it.each(INTENTS.filter((intent) => intent !== 'say'))('has every form of %s', (intent) => {
    const definition = getDefinition(intent);
    const action = makeAction(intent);
    expect(definition.sentence, 'a sentence').toBeDefined();
    for (const form of ['imperative', 'past', 'progress'] as const) {
      expect(describeAction(action, form, WORDS)).toMatch(
        form === 'imperative' ? /^[A-Z]\w/ : /^[a-z][\w-]* ?/,
      );
    }
    expect(describeAction(action, 'progress', WORDS)).toMatch(/^[\w-]+ing\b/);
    expect(definition.formats, 'what it becomes in formats').toHaveProperty('weblinx');
    expect(actionShape(action, '')).toBeNull();
    expect(capturedShape(action, '') === null).toBe(definition.isCaptured);
    const canBePerformed = definition.performedBy !== null;
    expect(definition.tool !== undefined, 'is offered to models').toBe(canBePerformed);
  });

  it('gives every call a name and aliases that no other call has', () => {
    const names = (Object.keys(ACTIONS) as CallIntent[]).flatMap((intent) => {
      const { call, aliases } = getDefinition(intent);
      return [call.replaceAll('_', ''), ...(aliases?.split(' ') ?? [])];
    });
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('refuses a stored action that lacks an argument or has one of another type', () => {
    expect(actionShape({ intent: 'textInput', uid: 'a-1' }, 'action')).toBe(
      'action.text should be text',
    );
    expect(actionShape({ intent: 'drag', uid: 'a', toUid: 3, x: 1, y: 2 }, 'action')).toMatch(
      /toUid/,
    );
    expect(actionShape({ intent: 'fly' }, 'action')).toMatch(/intent/);
    expect(isIntent('fly') || isIntent('wait')).toBe(false);
  });
});
