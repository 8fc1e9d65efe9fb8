import { hasValidChecksum } from '../checksum.ts';
import type { DemonstrationContent, HasContent, ReadContent } from '../content.ts';
import type { Turn } from '../demonstration.ts';
import type { LintFinding, RuleFinding } from './finding.ts';
import { reportError, reportWarning } from './finding.ts';
import { createFrameReader, memoize } from './page-report.ts';
import { lintPage, lintScreenshot, lintTarget, lintTexts } from './rules.ts';

/**
 * Checks a demonstration against what dataset tools need (weblinx-format.md §2.2) and what the product promises. Findings
 * about the whole come first; pages are read one turn at a time, so stopping the iteration stops the reading.
 */
export async function* lintDemonstration(
  content: DemonstrationContent,
): AsyncGenerator<LintFinding> {
  yield* lintRecording(content);
  const lint = createTurnLint(content.read, content.holds);
  for (const turn of content.turns) yield* await lint(turn);
}

/** Creates a check of single turns, which remembers the content it read last. */
export function createTurnLint(
  read: ReadContent,
  holds: HasContent = async (hash) => (await read(hash)) !== null,
): (turn: Turn) => Promise<LintFinding[]> {
  const readFrame = createFrameReader(read);
  const hasImage = memoize(holds);
  async function check(turn: Turn): Promise<RuleFinding[]> {
    const damaged = hasValidChecksum(turn) ? [] : [reportError('turn-damaged')];
    if (turn.kind === 'say') return [...damaged, ...lintTexts(turn)];
    const stored = turn.snapshot?.frames ?? [];
    const frames = await Promise.all(stored.map((frame, index) => readFrame(frame, index === 0)));
    const { screenshot } = turn;
    const isLost = screenshot.status === 'kept' && !(await hasImage(screenshot.image));
    return [
      ...damaged,
      ...lintPage(turn, frames),
      ...lintTarget(turn, frames),
      ...lintScreenshot(turn, isLost),
      ...lintTexts(turn),
    ];
  }
  return async (turn) => {
    const findings = await check(turn);
    return findings.map((finding) => ({ turnId: turn.id, ...finding }));
  };
}

/** Checks the demonstration as a whole: it has content, and its turns are consistent. */
export function* lintRecording({
  demonstration,
  turns,
}: DemonstrationContent): Generator<LintFinding> {
  if (turns.length === 0) yield { turnId: null, ...reportError('empty') };
  else if (!turns.some(({ kind }) => kind === 'browser')) {
    yield { turnId: null, ...reportWarning('no-actions') };
  }
  if (demonstration.state !== 'stopped') yield { turnId: null, ...reportWarning('not-stopped') };
  const ids = new Set(turns.map((turn) => turn.id));
  const seen = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const turn of turns) {
    const turnId = turn.id;
    const isCaused = turn.kind === 'browser' && turn.causedBy !== null;
    if (seen.has(turnId)) yield { turnId, ...reportError('duplicate-turn') };
    if (turn.demonstrationId !== demonstration.id) {
      yield { turnId, ...reportError('foreign-turn') };
    }
    if (!(turn.at >= latest)) yield { turnId, ...reportError('disorder') };
    if (isCaused && !ids.has(turn.causedBy ?? '')) {
      yield { turnId, ...reportWarning('lost-cause') };
    }
    seen.add(turnId);
    if (turn.at > latest) latest = turn.at;
  }
}
