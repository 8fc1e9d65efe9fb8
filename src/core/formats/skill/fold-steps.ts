import { targetOf } from '../../action/action.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { isRepeatable } from '../../navigator/skill/skill.ts';
import { foldTurns } from '../steps/fold-turns.ts';

/** A turn that may become a step; `dropped` says why it is skipped, which a person can change. */
export interface FoldedStep {
  turn: BrowserTurn;
  dropped: string | null;
}

export interface FoldedSteps {
  steps: FoldedStep[];
  /** Actions that no skill can repeat, as sentences, each once. */
  omitted: string[];
}

/** Returns what mattered of a demonstration: actions, without what led to them, came of them, or was taken back. */
export function foldSteps(turns: readonly Turn[]): FoldedSteps {
  const folded = foldTurns(turns);
  const omitted = new Set<string>();
  const acts = folded.filter(({ turn, part }) => {
    if (part !== 'act') return false;
    if (isRepeatable(turn.action)) return true;
    omitted.add(OMITTED[turn.action.intent] ?? `“${turn.action.intent}” can’t be repeated.`);
    return false;
  });
  const steps = acts.map(({ turn }): FoldedStep => ({ turn, dropped: null }));
  const led = new Set(
    folded.flatMap(({ turn, part }) =>
      part === 'effect' && turn.action.intent === 'load' && turn.causedBy ? [turn.causedBy] : [],
    ),
  );
  for (const [at, step] of steps.entries()) {
    step.dropped ??= judgeStep(steps, at);
    if (!isReturn(steps, at, led)) continue;
    drop(steps[at - 1], 'The next step went back.');
    step.dropped = 'It went back from the step before.';
  }
  dropReversals(steps);
  return { steps, omitted: [...omitted] };
}

const OMITTED: Partial<Record<BrowserTurn['action']['intent'], string>> = {
  copy: 'Copying is not repeated.',
  paste: 'What was pasted outside a field is not repeated.',
  dialog: 'Dialogs of the browser need a person.',
  drag: 'Dragging can’t be repeated yet.',
  doubleClick: 'Double clicks can’t be repeated yet.',
  rightClick: 'Right clicks can’t be repeated yet.',
  callTool: 'Tools of a page are not called again.',
  tabcreate: 'A skill runs in one tab.',
  tabremove: 'A skill runs in one tab.',
  tabswitch: 'A skill runs in one tab.',
};

function drop(step: FoldedStep | undefined, reason: string): void {
  if (step) step.dropped ??= reason;
}

function judgeStep(steps: readonly FoldedStep[], at: number): string | null {
  const step = steps[at];
  if (!step) return null;
  const { action } = step.turn;
  if (action.intent === 'scroll') return 'Elements are found without scrolling.';
  // Whatever was typed later in the same field, without anything done in between, is what was meant.
  const next = steps.slice(at + 1).find(({ turn }) => turn.action.intent !== 'scroll');
  const isTyped = action.intent === 'textInput' || action.intent === 'change';
  const isAgain =
    isTyped &&
    next?.turn.action.intent === action.intent &&
    targetOf(next.turn.action) === targetOf(action);
  return isAgain ? 'The next step replaces the value.' : null;
}

/** Going back right after a step that opened a page. */
function isReturn(steps: readonly FoldedStep[], at: number, led: ReadonlySet<string>): boolean {
  const before = steps[at - 1];
  return (
    steps[at]?.turn.action.intent === 'back' && before !== undefined && led.has(before.turn.id)
  );
}

/** Two clicks in a row that tick and untick the same box cancel each other. */
function dropReversals(steps: readonly FoldedStep[]): void {
  const kept = steps.filter(({ dropped }) => dropped === null);
  for (const [at, step] of kept.entries()) {
    const next = kept[at + 1];
    if (!next || step.dropped !== null) continue;
    const [before, after] = [readTicked(step.turn), readTicked(next.turn)];
    if (before === null || after === null || before === after) continue;
    if (targetOf(step.turn.action) !== targetOf(next.turn.action)) continue;
    step.dropped = 'The next step takes it back.';
    next.dropped = 'It takes the step before back.';
  }
}

function readTicked({ action, receipt }: BrowserTurn): boolean | null {
  if (action.intent !== 'click') return null;
  const changes = receipt?.changes ?? [];
  const own = changes.find((change) => change.kind === 'checked' && change.uid === action.uid);
  return own?.kind === 'checked' ? own.to : null;
}
