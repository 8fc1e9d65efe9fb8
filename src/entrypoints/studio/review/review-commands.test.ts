import { describe, expect, it } from 'vitest';
import type { ActionEntry } from '../../../ui/conversation/entry.ts';
import { planCommand } from './review-commands.ts';
import type { TimelineItem } from './timeline.ts';

function makeItem(id: string, over: Partial<TimelineItem> = {}): TimelineItem {
  const said = { speaker: 'instructor', by: 'person', text: id } as const;
  const entry = { kind: 'utterance', id, at: 0, ...said } as const;
  const can = { canMerge: false, canRetarget: false, pictures: [], targetUid: null, pointer: null };
  return {
    id,
    entry,
    isNoise: false,
    causedBy: null,
    text: id,
    ...can,
    findings: [],
    comments: [],
    ...over,
  };
}

const ACTION: ActionEntry = {
  ...{ kind: 'action', id: 'b', at: 0, by: 'person', description: 'Click Save', detail: null },
  ...{ state: 'saved', screenshot: { status: 'none' }, findings: [] },
  details: { ranking: null, receipt: null, target: null, screenshot: null, url: null },
};
const ITEMS = [makeItem('a'), makeItem('b', { canMerge: true }), makeItem('c', { text: null })];
const plan = (command: Parameters<typeof planCommand>[0], at: number) =>
  planCommand(command, ITEMS, at);

describe('planCommand', () => {
  it('steps within the turns, and begins at the first', () => {
    expect(plan('next', -1)).toEqual({ activate: 'a' });
    expect(plan('next', 2)).toEqual({ activate: 'c' });
    expect(plan('previous', 0)).toEqual({ activate: 'a' });
  });

  it('moves over one turn, and to the end', () => {
    expect(plan('up', 1)).toEqual({ edit: { kind: 'move', turnId: 'b', before: 'a' } });
    expect(plan('down', 0)).toEqual({ edit: { kind: 'move', turnId: 'a', before: 'c' } });
    expect(plan('down', 1)).toEqual({ edit: { kind: 'move', turnId: 'b', before: null } });
    expect([plan('up', 0), plan('down', 2)]).toEqual([{}, {}]);
  });

  it('activates the next turn after a deletion, and the previous turn after a merge', () => {
    const removed = { edit: { kind: 'remove', turnId: 'b' } };
    expect(plan('remove', 1)).toEqual({ activate: 'c', ...removed });
    expect(plan('remove', 2)).toMatchObject({ activate: 'b' });
    const merged = { kind: 'merge', turnId: 'b', into: 'a' };
    expect(plan('merge', 1)).toEqual({ activate: 'a', edit: merged });
    expect(plan('merge', 2)).toEqual({});
  });

  it('does nothing without an active turn, or where the turn has no text', () => {
    for (const command of ['edit', 'noise', 'up', 'down', 'split', 'merge', 'remove'] as const) {
      expect(plan(command, -1)).toEqual({});
    }
    expect(plan('edit', 2)).toEqual({});
    expect(plan('undo', -1)).toEqual({ edit: { kind: 'undo' } });
  });

  it('finds the next turn with findings, then leaves, from the beginning again', () => {
    const findings = [{ code: 'x', severity: 'warning', message: 'x', fix: null } as const];
    const items = [makeItem('a', { findings }), makeItem('b')];
    expect(planCommand('finding', items, 1)).toEqual({ activate: 'a', leaves: true });
    expect(planCommand('finding', items, -1)).toEqual({ activate: 'a' });
    expect(planCommand('finding', items.slice(1), 0)).toEqual({ leaves: true });
  });

  it('chooses a target or a screenshot only where there is a choice', () => {
    const picture = { image: 'i', width: 1, height: 1, from: 'before-next' } as const;
    const items = [
      makeItem('a', { pictures: [picture] }),
      makeItem('b', { canRetarget: true, pictures: [picture], entry: ACTION }),
    ];
    // What was said has neither.
    expect([planCommand('target', items, 0), planCommand('picture', items, 0)]).toEqual([{}, {}]);
    expect(planCommand('target', items, 1)).toEqual({ mode: 'target' });
    expect(planCommand('picture', items, 1)).toEqual({ mode: 'picture' });
  });
});
