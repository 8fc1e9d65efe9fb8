import { describe, expect, it } from 'vitest';
import { makeBrowserTurn, makeSayTurn } from '../make-turn.fixture.ts';
import { editTurns } from '../edits/edit-turns.ts';
import { countKinds, proposeFix, reportError, reportWarning, sumCounts } from './finding.ts';
import { lintTexts } from './lint.ts';

describe('proposeFix', () => {
  it('repairs broken text, after which the finding is gone', () => {
    const action = { intent: 'say', speaker: 'instructor', utterance: 'a\ud800b' } as const;
    const turn = makeSayTurn({ action });
    const [finding] = [...lintTexts(turn)];
    const fix = finding && proposeFix(finding, turn);
    expect(fix).toMatchObject({ kind: 'edit', isSafe: true });
    if (fix?.kind !== 'edit') return;
    const edit = { id: 'e', at: 0, by: '', command: fix.change };
    const [repaired] = editTurns([turn], [edit]).turns;
    expect(repaired && [...lintTexts(repaired)]).toEqual([]);
  });

  it('deletes without a decision only what has no content', () => {
    const turn = makeBrowserTurn({ id: 'a' });
    const change = { kind: 'remove', turnId: 'a' };
    expect(proposeFix(reportError('empty-utterance'), turn)).toMatchObject({
      change,
      isSafe: true,
    });
    expect(proposeFix(reportError('page-lost'), turn)).toMatchObject({ change, isSafe: false });
  });

  it('asks for a choice, or has no fix', () => {
    const turn = makeBrowserTurn();
    const target = reportError('target-not-in-page', 'Cart');
    expect(proposeFix(target, turn)).toEqual({ kind: 'choose', what: 'target' });
    const late = reportWarning('screenshot-stale', 'late');
    expect(proposeFix(late, turn)).toEqual({ kind: 'choose', what: 'picture' });
    expect(proposeFix(reportWarning('not-stopped'), turn)).toBeNull();
  });
});

describe('countKinds', () => {
  it('counts rules of a kind together, and unknown ones as about turns', () => {
    const rules = ['screenshot-stale', 'screenshot-missing', 'no-target', 'of-tomorrow'];
    const counts = countKinds(rules.map((rule) => ({ rule })));
    expect(counts).toEqual({ screenshot: 2, target: 1, order: 1 });
    expect(sumCounts(counts)).toBe(4);
  });
});
