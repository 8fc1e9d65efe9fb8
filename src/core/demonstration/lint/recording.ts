import type { DemonstrationContent } from '../content.ts';
import type { Finding, Verdict } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';

/** Rules about the demonstration as a whole: it holds something, and its turns hang together. */
export function* lintRecording({ demonstration, turns }: DemonstrationContent): Generator<Finding> {
  for (const verdict of judgeAmount(turns.length, turns.some(isAction))) {
    yield { turnId: null, ...verdict };
  }
  if (demonstration.state !== 'stopped') {
    yield {
      turnId: null,
      ...reportWarning(
        'not-stopped',
        'The recording has not been stopped, so its end is open. Press Stop before exporting.',
      ),
    };
  }
  yield* lintLinks(demonstration.id, turns);
}

function* judgeAmount(count: number, acts: boolean): Generator<Verdict> {
  if (count === 0) {
    yield reportError(
      'empty',
      'Nothing was recorded, so there is nothing to export. Record again, and act on the page or write a message before you stop.',
    );
  } else if (!acts) {
    yield reportWarning(
      'no-actions',
      'Nobody acted in the browser: there is only conversation, which most training data leaves out.',
    );
  }
}

function* lintLinks(id: string, turns: DemonstrationContent['turns']): Generator<Finding> {
  const ids = new Set(turns.map((turn) => turn.id));
  const seen = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const turn of turns) {
    const report = (verdict: Verdict): Finding => ({ turnId: turn.id, ...verdict });
    if (seen.has(turn.id)) {
      yield report(
        reportError('duplicate-turn', 'This turn is there twice. Delete one of the two.'),
      );
    }
    if (turn.demonstrationId !== id) {
      yield report(
        reportError('foreign-turn', 'This turn belongs to another demonstration. Delete it here.'),
      );
    }
    if (!(turn.at >= latest)) {
      yield report(
        reportError(
          'disorder',
          'This turn stands after a later one, so the story does not add up. Reload the demonstration to put its turns in order of time.',
        ),
      );
    }
    if (turn.kind === 'browser' && turn.causedBy !== null && !ids.has(turn.causedBy)) {
      yield report(
        reportWarning(
          'lost-cause',
          'The action that led to this turn was deleted, so it now looks as if somebody did this on purpose. Delete this turn too if nobody did.',
        ),
      );
    }
    seen.add(turn.id);
    if (turn.at > latest) latest = turn.at;
  }
}

function isAction(turn: DemonstrationContent['turns'][number]): boolean {
  return turn.kind === 'browser';
}
