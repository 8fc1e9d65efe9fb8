import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../navigator/run/history.ts';
import { NO_HOPS } from '../navigator/hops/hop-list.ts';
import type { Question } from '../navigator/model/question.ts';
import { openLiveScene } from './live-scene.ts';
import { readChoice, readOperation, mindactStrategy } from './mindact.ts';
import type { Scene } from './strategy.ts';
import { makeTerms, readText, see } from './scene.fixture.ts';

const BUTTONS = Array.from({ length: 60 }, (_, at) => `<button id="b${at}">Lamp ${at}.</button>`);

function openScene(count: number, isLive = true, enough = 10): Scene {
  const scene = openLiveScene({ ...see(BUTTONS.slice(0, count).join('')), enough });
  const readOtr = () => Promise.reject(new Error('MindAct reads no such text'));
  return isLive ? scene : { ...scene, live: null, readOtr };
}

/** Chooses the wanted element wherever it is offered, and counts the questions. */
function answer(first: Question, choose: (text: string) => string) {
  let question = first;
  let asked = 1;
  while (question.kind === 'narrow') {
    question = question.next(choose(readText(question)));
    asked += 1;
  }
  return { last: question, asked };
}

function find(name: string): (text: string) => string {
  return (text) => {
    const letter = new RegExp(`^ *([B-F])\\. button "${name}"`, 'm').exec(text)?.[1];
    return letter === undefined ? 'Answer: A.' : `Answer: ${letter}.`;
  };
}

describe('mindact', () => {
  it('narrows down to one element in rounds of five, then asks what to do with it', async () => {
    const { last, asked } = answer(
      await mindactStrategy.open(openScene(20), makeTerms()),
      find('Lamp 17\\.'),
    );
    expect(asked).toBe(5);
    expect(last.choices.map(({ uid }) => uid)).toEqual(['b17']);
    expect(readText(last)).toContain('What is done to it?');
    expect(last.translate('Action: CLICK\nValue:')).toBe('click(uid="b17")');
    expect(last.translate('press(key="Enter", uid="b17")')).toBe('press(key="Enter", uid="b17")');
  });

  it('asks about no more than are enough for the ranking, unless it is none of them', async () => {
    const seen = { ...see(BUTTONS.join('')), enough: 4 };
    const first = () => mindactStrategy.open(openLiveScene(seen), makeTerms());
    expect(answer(await first(), find('Lamp 3\\.'))).toMatchObject({
      asked: 2,
      last: { choices: [{ uid: 'b3' }] },
    });
    expect(answer(await first(), find('Lamp 17\\.'))).toMatchObject({
      asked: 5,
      last: { choices: [{ uid: 'b17' }] },
    });
    const wide = openLiveScene({ ...seen, wider: true });
    const late = answer(await mindactStrategy.open(wide, makeTerms()), find('Lamp 31\\.'));
    expect(late.last.choices.map(({ uid }) => uid)).toEqual(['b31']);
  });

  it('asks a bounded number of questions, whatever is answered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        fc.integer({ min: 4, max: 20 }),
        fc.infiniteStream(fc.constantFrom('A', 'B', 'Answer: C', 'D.', 'e', 'F', 'no idea', '')),
        async (count, isLive, enough, replies) => {
          const scene = openScene(count, isLive, enough);
          const first = await mindactStrategy.open(scene, makeTerms());
          const { asked, last } = answer(first, () => String(replies.next().value));
          expect(asked).toBeLessThanOrEqual(isLive ? 11 : 27);
          expect(last.choices.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('asks once more for a letter that it cannot read, with those that it may be', async () => {
    const first = await mindactStrategy.open(openScene(8), makeTerms());
    if (first.kind !== 'narrow') throw new Error('narrows first');
    const again = first.next('I would take the second lamp.');
    if (again.kind !== 'narrow') throw new Error('asks once more');
    const [said, why] = again.prompt.messages.slice(-2).map(({ content }) => content);
    expect(said).toBe('I would take the second lamp.');
    expect(why).toContain('The letters you may use: A, B, C, D, E, F.');
    expect(again.prompt.tokens).toBeGreaterThan(first.prompt.tokens);
    expect(again.prompt.note).toBeNull();
    expect(answer(again.next('Answer: C'), () => 'A').last.choices).toMatchObject([{ uid: 'b1' }]);
    expect(readText(again.next('Answer: C'))).not.toContain('could not be used');
  });

  it('counts as none what it cannot read twice, says so, and asks nothing twice then', async () => {
    const first = await mindactStrategy.open(openScene(13), makeTerms());
    if (first.kind !== 'narrow') throw new Error('narrows first');
    const again = first.next('');
    const second = again.kind === 'narrow' ? again.next('?') : again;
    expect(second.prompt.note).toContain('none of the letters');
    expect(readText(second)).toContain('Lamp 5.');
    const { asked, last } = answer(second, () => 'no idea');
    expect(asked).toBe(3);
    expect(last.choices).toEqual([]);
  });

  it('tells what else can be done to the chosen element only where the model asks for it', async () => {
    const { last } = answer(
      await mindactStrategy.open(openScene(3), makeTerms()),
      find('Lamp 1\\.'),
    );
    expect(readText(last)).not.toContain('hover(uid)');
    expect(last.further?.('Action: CLICK\nValue:')).toBeNull();
    expect(last.further?.('press(key="Enter", uid="b1")')).toBeNull();
    const further = last.further?.('<think>A hover.</think>Action: OTHER\nValue:');
    if (!further) throw new Error('asks once more');
    expect(readText(further)).toContain('hover(uid) ; press(key, uid)');
    expect(readText(further)).toContain('infeasible(reason)');
    expect(further.choices).toEqual(last.choices);
    expect(further.further).toBeUndefined();
  });

  it('says at once how hops are planned and told done, where there are sites or any', async () => {
    const asked = 'click lamp 1, then find it on shop.example';
    const said: HistoryEntry[] = [{ kind: 'said', speaker: 'instructor', text: asked }];
    const sites = await mindactStrategy.open(
      openLiveScene(see(BUTTONS.slice(0, 3).join(''), said)),
      makeTerms(),
    );
    expect(readText(answer(sites, find('Lamp 1\\.')).last)).toContain('plan(hops=');
    const hop = { id: '1', text: 'Buy', site: null, by: 'navigator', state: 'open' } as const;
    const list = { ...NO_HOPS, hops: [{ ...hop, evidence: null }], made: 1 };
    const seen = { ...see(BUTTONS.slice(0, 3).join('')), hops: { list, note: null } };
    const { last } = answer(
      await mindactStrategy.open(openLiveScene(seen), makeTerms()),
      find('Lamp 1\\.'),
    );
    expect(readText(last)).toContain('hop_done(');
    expect(last.further).toBeUndefined();
  });

  it('takes no more for a long conversation than for a short one', async () => {
    const talk = (turns: number): HistoryEntry[] =>
      Array.from({ length: turns }, (_, at) => [
        { kind: 'said', speaker: 'instructor', text: `click lamp ${10 + at}` } as const,
        { kind: 'said', speaker: 'navigator', text: `Lamp ${10 + at} is on.` } as const,
      ]).flat();
    const measure = async (turns: number) => {
      const seen = see(BUTTONS.slice(0, 5).join(''), talk(turns));
      const first = await mindactStrategy.open(openLiveScene(seen), makeTerms());
      const { last } = answer(first, find('Lamp 4\\.'));
      return first.prompt.tokens + last.prompt.tokens;
    };
    expect(await measure(40)).toBe(await measure(6));
  });

  it('asks again the same when a question is taken up later', async () => {
    const first = await mindactStrategy.open(openScene(12), makeTerms());
    if (first.kind !== 'narrow') throw new Error('narrows first');
    expect(readText(first.next('B'))).toBe(readText(first.next('B')));
    expect(readText(first.next('B'))).not.toBe(readText(first));
  });

  it('asks for a call without an element when none was chosen', async () => {
    const { last } = answer(await mindactStrategy.open(openScene(7), makeTerms()), () => 'A');
    expect(last.choices).toEqual([]);
    expect(readText(last)).toContain('say(utterance)');
    expect(last.translate('Action: CLICK')).toBe('Action: CLICK');
  });

  it('sets what is set and types what is typed', async () => {
    const body =
      '<input id="q" aria-label="Search"><select id="s" aria-label="Size"><option>Small</option></select>';
    const scene = openLiveScene(see(body));
    const pick = async (letter: string) =>
      answer(await mindactStrategy.open(scene, makeTerms()), () => letter).last;
    const search = await pick('B');
    expect(search.translate('Action: TYPE\nValue: "oak"')).toBe('text_input(text="oak", uid="q")');
    const size = await pick('C');
    expect(size.translate('Action: SELECT\nValue: Small')).toBe('change(value="Small", uid="s")');
    expect(size.translate('Action: TYPE\nValue: Small')).toBe('change(value="Small", uid="s")');
  });
});

describe('reading MindAct’s answers', () => {
  it.each([
    ['B', 1],
    ['Answer: C.', 2],
    ['**Answer:** (d) the button', 3],
    ['<think>B? No, A.</think>\nThe answer is F', 5],
    ['A. None of the above', 0],
    ['none of them', 0],
    ['B. button "Send"', 1],
    ['G', null],
    ['A button to the left would do', 0],
    ['I choose the button', null],
    ['', null],
  ])('%j is choice %j', (reply, choice) => {
    expect(readChoice(reply, 5)).toBe(choice);
  });

  it('takes no choice that was not offered', () => {
    expect(readChoice('E', 3)).toBeNull();
  });

  it.each([
    ['Action: TYPE\nValue: walnut lamp', { op: 'TYPE', value: 'walnut lamp' }],
    ['action: select\nvalue: “Large”', { op: 'SELECT', value: 'Large' }],
    ['**Action:** CLICK\n**Value:**', { op: 'CLICK', value: '' }],
    ['Action: TYPE', null],
    ['Action: OTHER\nValue:', null],
    ['click(uid="b1")', null],
  ])('%j is %j', (reply, operation) => {
    expect(readOperation(reply)).toEqual(operation);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (reply) => {
        readChoice(reply, 5);
        readOperation(reply);
      }),
    );
  });
});
