import type { DemonstrationContent, HasContent, ReadContent } from '../content.ts';
import type { Turn } from '../demonstration.ts';
import type { LintFinding, RuleFinding } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';
import { createFrameReader, createImageChecker } from './page-report.ts';
import { lintPage, lintTarget } from './page-rules.ts';
import { lintChecksum, lintScreenshot, lintTexts } from './turn-rules.ts';

/**
 * Checks a demonstration against what dataset tools need (weblinx-format.md §2.2) and what the
 * product promises. Findings come as they are found, those about the whole first; pages are read
 * one turn at a time, so stopping the iteration stops the reading.
 */
export async function* lintDemonstration(
  content: DemonstrationContent,
): AsyncGenerator<LintFinding> {
  yield* lintRecording(content);
  const judge = createTurnRules(content.read, content.holds);
  for (const turn of content.turns) {
    for (const verdict of await judge(turn)) yield { turnId: turn.id, ...verdict };
  }
}

/**
 * Checks turns by themselves, for the panel while recording: of a turn that becomes fuller, what was read
 * a moment ago is not read again.
 */
export function createTurnLint(
  read: ReadContent,
  holds?: HasContent,
): (turn: Turn) => Promise<LintFinding[]> {
  const judge = createTurnRules(read, holds);
  return async (turn) => {
    const verdicts = await judge(turn);
    return verdicts.map((verdict) => ({ turnId: turn.id, ...verdict }));
  };
}

function createTurnRules(
  read: ReadContent,
  holds: HasContent = async (hash) => (await read(hash)) !== null,
): (turn: Turn) => Promise<RuleFinding[]> {
  const report = createFrameReader(read);
  const hasPicture = createImageChecker(holds);
  return async (turn) => {
    if (turn.kind === 'say') return [...lintChecksum(turn), ...lintTexts(turn)];
    const stored = turn.snapshot?.frames ?? [];
    const frames = await Promise.all(stored.map((frame, index) => report(frame, index === 0)));
    const { screenshot } = turn;
    const isLost = screenshot.status === 'kept' && !(await hasPicture(screenshot.image));
    return [
      ...lintChecksum(turn),
      ...lintPage(turn, frames),
      ...lintTarget(turn, frames),
      ...lintScreenshot(turn, isLost),
      ...lintTexts(turn),
    ];
  };
}

/** Rules about the demonstration as a whole: it holds something, and its turns hang together. */
export function* lintRecording({
  demonstration,
  turns,
}: DemonstrationContent): Generator<LintFinding> {
  for (const verdict of checkTurnCount(turns.length, turns.some(isBrowserTurn))) {
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
  yield* checkLinks(demonstration.id, turns);
}

function* checkTurnCount(count: number, acts: boolean): Generator<RuleFinding> {
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

function* checkLinks(id: string, turns: DemonstrationContent['turns']): Generator<LintFinding> {
  const ids = new Set(turns.map((turn) => turn.id));
  const seen = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const turn of turns) {
    const report = (verdict: RuleFinding): LintFinding => ({ turnId: turn.id, ...verdict });
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

function isBrowserTurn(turn: DemonstrationContent['turns'][number]): boolean {
  return turn.kind === 'browser';
}
