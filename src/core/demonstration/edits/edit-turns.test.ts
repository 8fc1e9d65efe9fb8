import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../demonstration.ts';
import type { TurnElement } from '../turn-element.ts';
import type { Edit, EditCommand } from './edit.ts';
import { changesTurns, foldEdits, readReview } from './edit.ts';
import { applyChange, applyEdits, editTurns, readText } from './edit-turns.ts';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';
import { startDemonstration } from '../recording-state.ts';
import { orderTurns } from '../turn-list.ts';

const TYPED = { intent: 'textInput', uid: 'field' } as const;
const RECORDED: Turn[] = [
  makeSayTurn({ id: 'a', at: 1000 }),
  makeBrowserTurn({ id: 'b', at: 2000, action: { ...TYPED, text: 'ket' } }),
  makeBrowserTurn({ id: 'c', at: 2000, seq: 1, action: { ...TYPED, text: 'kettle' } }),
  makeBrowserTurn({ id: 'd', at: 3000 }),
  makeBrowserTurn({ id: 'e', at: 4000, causedBy: 'd', action: { intent: 'load', url: 'x' } }),
];

function makeElement(x: number): TurnElement {
  const described = { textContent: '', xpath: '/html[1]', name: 'Other', role: 'button' };
  const box = { x, y: 10, width: 10, height: 10 };
  return { uid: 'other', frameId: 0, tagName: 'BUTTON', attributes: {}, box, ...described };
}

function makeEdits(...commands: EditCommand[]): Edit[] {
  return commands.map((command, at) => ({ id: `edit-${at}`, at, by: 'Ada', command }));
}

function edit(...commands: EditCommand[]) {
  return editTurns(RECORDED, makeEdits(...commands));
}

function apply(...commands: EditCommand[]): readonly Turn[] {
  const start = { id: 'demo', at: 0, title: '', userAgent: '', timezoneOffsetMinutes: 0 };
  const demonstration = {
    ...startDemonstration({ ...start, recorder: '0' }),
    edits: makeEdits(...commands),
  };
  return applyEdits({ demonstration, turns: RECORDED }).turns;
}

const idsOf = (turns: readonly Turn[]): string => turns.map(({ id }) => id).join('');

describe('editTurns', () => {
  it('removes, and what was caused by a removed turn has no cause', () => {
    const turns = apply({ kind: 'remove', turnId: 'd' });
    expect(idsOf(turns)).toBe('abce');
    expect(turns.at(-1)).toMatchObject({ causedBy: null });
  });

  it('shows noise, and leaves it out of what is applied', () => {
    const commands = [
      { kind: 'noise', turnId: 'b', isNoise: true },
      { kind: 'noise', turnId: 'c', isNoise: true },
      { kind: 'noise', turnId: 'c', isNoise: false },
    ] as const;
    expect(idsOf(edit(...commands).turns)).toBe('abcde');
    expect([...edit(...commands).noise]).toEqual(['b']);
    expect(idsOf(apply(...commands))).toBe('acde');
  });

  it('chooses another target, and moves the pointer only when it was outside', () => {
    const choose = (x: number) => edit({ kind: 'target', turnId: 'f', element: makeElement(x) });
    const pointed = makeBrowserTurn({
      ...{ id: 'f', at: 5000, element: makeElement(500) },
      agreement: { ranker: 'lexical', request: 'x', rank: 2, of: 3, picked: 'p' },
      metadata: { ...makeBrowserTurn().metadata, mouseX: 15, mouseY: 15 },
      properties: { button: 0, clientX: 15, clientY: 15, pageX: 15, pageY: 915 },
    });
    RECORDED.push(pointed);
    const inside = choose(10).turns.at(-1);
    expect(inside).toMatchObject({ action: { uid: 'other' }, element: makeElement(10) });
    expect(inside).not.toHaveProperty('agreement');
    expect(inside).toMatchObject({ metadata: pointed.metadata, properties: pointed.properties });
    expect(choose(100).turns.at(-1)).toMatchObject({
      metadata: { mouseX: 105, mouseY: 15 },
      properties: { button: 0, clientX: 105, clientY: 15, x: 105, y: 15 },
    });
    expect(choose(100).turns.at(-1)).not.toHaveProperty('properties.pageY');
    RECORDED.pop();
    const refusal = applyChange(
      { turns: RECORDED, noise: new Set() },
      { kind: 'target', turnId: 'e', element: makeElement(1) },
    );
    expect(refusal).toBe('This turn acts on no element, so it has no target to choose.');
  });

  it('chooses another screenshot, and another time of what was said', () => {
    const picture = { image: 'a'.repeat(64), width: 10, height: 20 };
    const { turns } = edit({ kind: 'picture', turnId: 'd', ...picture });
    expect(turns[3]).toMatchObject({
      screenshot: { status: 'kept', ...picture, proof: { kind: 'told', by: 'annotator' } },
    });
    expect(idsOf(edit({ kind: 'time', turnId: 'a', at: 2500 }).turns)).toBe('bcade');
    expect(idsOf(edit({ kind: 'time', turnId: 'b', at: 2500 }).turns)).toBe('abcde');
  });

  it('moves a turn in time as well, so that formats that order by time agree', () => {
    for (const before of ['a', 'b', 'c', 'd', null]) {
      const { turns } = edit({ kind: 'move', turnId: 'e', before });
      expect(idsOf(orderTurns(turns))).toBe(idsOf(turns));
      const at = turns.findIndex(({ id }) => id === 'e');
      expect(turns[at + 1]?.id ?? null).toBe(before);
    }
  });

  it('changes what was said, typed and opened, and nothing of other actions', () => {
    const { turns } = edit(
      { kind: 'text', turnId: 'a', text: 'Find a blue kettle' },
      { kind: 'text', turnId: 'c', text: 'blue kettle' },
      { kind: 'text', turnId: 'd', text: 'nothing' },
      { kind: 'text', turnId: 'e', text: 'https://shop.example/blue' },
    );
    expect(turns.map(readText)).toEqual([
      ...['Find a blue kettle', 'ket', 'blue kettle', null, 'https://shop.example/blue'],
    ]);
    expect(turns[3]).toBe(RECORDED[3]);
  });

  it('merges what was typed into one turn with the page before the first', () => {
    const { turns } = edit({ kind: 'merge', turnId: 'c', into: 'b' });
    expect(idsOf(turns)).toBe('abde');
    expect(turns[1]).toMatchObject({ at: 2000, action: { text: 'kettle' } });
  });

  it('splits what was said, and merges it again', () => {
    const split = { kind: 'split', turnId: 'a', offset: 6, newId: 'a2' } as const;
    const { turns } = edit(split);
    expect(turns.slice(0, 2).map(readText)).toEqual(['Find a', 'red kettle']);
    expect(idsOf(orderTurns(turns))).toBe(idsOf(turns));
    const again = edit(split, { kind: 'merge', turnId: 'a2', into: 'a' });
    expect(readText(again.turns[0] ?? makeSayTurn())).toBe('Find a red kettle');
  });

  it('changes no turn by a comment or a judgement, of which the last one that stands counts', () => {
    const commands: EditCommand[] = [
      { kind: 'comment', turnId: 'b', text: 'Too fast?' },
      { kind: 'judge', status: 'ready', comment: '' },
      { kind: 'judge', status: 'rejected', comment: 'The kettle is blue.' },
    ];
    expect(apply(...commands)).toEqual(RECORDED);
    expect(readReview(makeEdits(...commands))).toEqual({
      ...{ status: 'rejected', comment: 'The kettle is blue.', by: 'Ada', at: 2 },
    });
    expect(readReview(makeEdits(...commands, { kind: 'undo' })).status).toBe('ready');
    expect(readReview([])).toMatchObject({ status: 'draft', at: null });
    expect(makeEdits(...commands).filter(changesTurns)).toEqual([]);
  });

  it.each<[EditCommand, RegExp]>([
    [{ kind: 'remove', turnId: 'z' }, /was deleted/],
    [{ kind: 'comment', turnId: 'z', text: 'x' }, /was deleted/],
    [{ kind: 'move', turnId: 'a', before: 'z' }, /was deleted/],
    [{ kind: 'text', turnId: 'd', text: 'x' }, /no text/],
    [{ kind: 'merge', turnId: 'd', into: 'c' }, /of a kind/],
    [{ kind: 'merge', turnId: 'b', into: 'a' }, /of a kind/],
    [{ kind: 'merge', turnId: 'b', into: 'c' }, /an earlier one/],
    [{ kind: 'split', turnId: 'a', offset: 6, newId: 'b' }, /already/],
    [{ kind: 'split', turnId: 'b', offset: 1, newId: 'n' }, /was said/],
    [{ kind: 'split', turnId: 'a', offset: 0, newId: 'n' }, /between two/],
  ])('says why %o cannot be, and changes nothing', (command, why) => {
    expect(applyChange(edit(), command)).toMatch(why);
    expect(edit(command).turns).toEqual(RECORDED);
  });
});

const anyId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'n', 'z');
const anyCommand: fc.Arbitrary<EditCommand> = fc.oneof(
  fc.record({ kind: fc.constant('remove' as const), turnId: anyId }),
  fc.record({ kind: fc.constant('noise' as const), turnId: anyId, isNoise: fc.boolean() }),
  fc.record({
    kind: fc.constant('move' as const),
    turnId: anyId,
    before: fc.option(anyId),
  }),
  fc.record({ kind: fc.constant('text' as const), turnId: anyId, text: fc.string() }),
  fc.record({ kind: fc.constant('merge' as const), turnId: anyId, into: anyId }),
  fc.record({
    kind: fc.constant('split' as const),
    turnId: anyId,
    offset: fc.nat(20),
    newId: fc.constant('n'),
  }),
  fc.constantFrom<EditCommand>({ kind: 'undo' }, { kind: 'redo' }),
);

describe('any edits', () => {
  it('never change what was recorded, and leave turns in order, each once', () => {
    const before = JSON.stringify(RECORDED);
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), (commands) => {
        const { turns } = edit(...commands);
        expect(idsOf(orderTurns(turns))).toBe(idsOf(turns));
        expect(new Set(turns.map(({ id }) => id)).size).toBe(turns.length);
        expect(JSON.stringify(RECORDED)).toBe(before);
      }),
    );
  });

  it('are all undone by as many undos, and redone by as many redos', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 12 }), (commands) => {
        const { standing } = foldEdits(makeEdits(...commands));
        const undos = standing.map(() => ({ kind: 'undo' }) as const);
        const redos = standing.map(() => ({ kind: 'redo' }) as const);
        expect(edit(...commands, ...undos).turns).toEqual(RECORDED);
        expect(edit(...commands, ...undos, ...redos)).toEqual(edit(...commands));
      }),
    );
  });
});
