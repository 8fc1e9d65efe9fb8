import type { DemonstrationContent, HoldsContent, ReadContent } from './content.ts';
import type { Turn } from './demonstration.ts';
import type { Finding, Verdict } from './lint/finding.ts';
import { lintPage } from './lint/page.ts';
import { createFrameReader, createPictureReader } from './lint/page-report.ts';
import { lintRecording } from './lint/recording.ts';
import { lintScreenshot } from './lint/screenshot.ts';
import { lintSeal } from './lint/seal.ts';
import { lintTarget } from './lint/target.ts';
import { lintTexts } from './lint/texts.ts';

/**
 * Checks a demonstration against what dataset tools need (weblinx-format.md §2.2) and what the
 * product promises. Findings come as they are found, those about the whole first; pages are read
 * one turn at a time, so stopping the iteration stops the reading.
 */
export async function* lintDemonstration(content: DemonstrationContent): AsyncGenerator<Finding> {
  yield* lintRecording(content);
  const judge = createJudge(content.read, content.holds);
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
  holds?: HoldsContent,
): (turn: Turn) => Promise<Finding[]> {
  const judge = createJudge(read, holds);
  return async (turn) => {
    const verdicts = await judge(turn);
    return verdicts.map((verdict) => ({ turnId: turn.id, ...verdict }));
  };
}

function createJudge(
  read: ReadContent,
  holds: HoldsContent = async (hash) => (await read(hash)) !== null,
): (turn: Turn) => Promise<Verdict[]> {
  const report = createFrameReader(read);
  const hasPicture = createPictureReader(holds);
  return async (turn) => {
    if (turn.kind === 'say') return [...lintSeal(turn), ...lintTexts(turn)];
    const stored = turn.snapshot?.frames ?? [];
    const frames = await Promise.all(stored.map((frame, index) => report(frame, index === 0)));
    const { screenshot } = turn;
    const isLost = screenshot.status === 'kept' && !(await hasPicture(screenshot.image));
    return [
      ...lintSeal(turn),
      ...lintPage(turn, frames),
      ...lintTarget(turn, frames),
      ...lintScreenshot(turn, isLost),
      ...lintTexts(turn),
    ];
  };
}
