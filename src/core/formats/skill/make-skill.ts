import type { ActionOf, PageAction, TabAction } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import { readPage } from '../../demonstration/content.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import { findRequest, nameDemonstration } from '../../demonstration/name.ts';
import { isMasked } from '../../demonstration/secrets/secret-fields.ts';
import { isSecret } from '../../navigator/form-controls.ts';
import { readConsequences } from '../../navigator/rules/consequences.ts';
import { isJoined, readLanguage, writePath } from '../../navigator/skill/check-page.ts';
import { findPlace } from '../../navigator/skill/drag-step.ts';
import { describeTarget, toCandidate } from '../../navigator/skill/find-again.ts';
import type { Check, Skill, SkillStep, SkillTarget } from '../../navigator/skill/skill.ts';
import { readTyped, isRepeatable } from '../../navigator/skill/skill.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { listCandidates, listLeaves } from '../../ranking/page/list-candidates.ts';
import type { Target } from '../../ranking/page/locate.ts';
import { findTarget } from '../../ranking/page/locate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { findByUid, walkElements, withAncestors } from '../../snapshot/element-tree.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import type { StepFacts } from './find-slots.ts';
import { findSlots } from './find-slots.ts';
import { foldTurns } from '../steps/fold-turns.ts';

export type MadeSkill =
  /** `omitted`: sentences about what the skill can't repeat. */
  { ok: true; skill: Skill; omitted: string[] } | { ok: false; reason: string };

/**
 * Makes a skill from a demonstration, reading its pages one by one. `turns` as edited. Values that the instructor said, and
 * secrets, become slots; receipts become checks.
 */
export async function makeSkill(
  content: DemonstrationContent,
  { id, at }: { id: string; at: number },
): Promise<MadeSkill> {
  const { demonstration, turns, read } = content;
  const { steps: folded, omitted } = foldSteps(turns);
  const first = folded.find(({ dropped }) => dropped === null)?.turn;
  const isOpened = first?.action.intent === 'load';
  const start = first?.action.intent === 'load' ? first.action.url : (first?.metadata.url ?? '');
  if (!/^https?:/.test(start)) {
    return { ok: false, reason: 'This demonstration has no action that can be run again.' };
  }
  const facts: StepFacts[] = [];
  let language = '';
  for (const { turn, dropped } of isOpened
    ? folded.filter((each) => each.turn !== first)
    : folded) {
    const page = turn.snapshot && (await readPage(read, turn.snapshot));
    const root = page && parsePage(page);
    language ||= readLanguage(root ?? undefined);
    facts.push(describeStep(turn, dropped, page, root, facts.at(-1)));
  }
  const active = facts.filter(({ step }) => step.dropped === undefined);
  if (active.length === 0) {
    return { ok: false, reason: 'This demonstration has no action that can be run again.' };
  }
  const asked = findRequest(turns) ?? '';
  const { slots, steps, template } = findSlots(facts, listUtterances(content), asked);
  const skill: Skill = {
    ...{ format: 'wayscribe-skill', version: 1, id },
    name: nameDemonstration(demonstration, turns) || 'Skill',
    ...{ asked: template, start, language, slots, steps, madeAt: at },
    ...{ demonstrationId: demonstration.id, proofs: [] },
  };
  return { ok: true, skill, omitted };
}

function listUtterances({ turns }: DemonstrationContent): string {
  const said = turns.flatMap((turn) =>
    turn.kind === 'say' && turn.action.speaker === 'instructor' ? [turn.action.utterance] : [],
  );
  return said.join('\n');
}

function describeStep(
  turn: BrowserTurn,
  dropped: string | null,
  page: PageSnapshot | null,
  root: ElementNode | null,
  before: StepFacts | undefined,
): StepFacts {
  const action = toPerformed(turn.action as PageAction | TabAction, before?.step);
  const candidates = root ? listCandidates([root], page?.frames[0]?.viewport) : [];
  const viewport = page?.frames[0]?.viewport ?? null;
  const isDrag = action.intent === 'drag';
  const shown =
    root && isDrag ? [...candidates, ...listLeaves([root], viewport, candidates)] : candidates;
  const uid = targetOf(action);
  const node = uid !== null && root ? findByUid(root, uid) : null;
  // A card may be pressed beside its words.
  const inside = node && isDrag ? findAmong(walkElements(node), shown) : null;
  const candidate = inside ?? findAmong(withAncestors(node), shown);
  const located = candidate && page ? findTarget(page, candidate.uid, false) : null;
  const target = candidate
    ? describeTarget(candidate, shown, located)
    : uid === null
      ? null
      : readTarget(turn);
  const end = isDrag && root ? findPlace(action, shown, root) : null;
  const consequences =
    'uid' in action && (candidate || target)
      ? readConsequences(
          action,
          candidate ?? (target && toCandidate(target)),
          null,
          end?.place ?? null,
        )
      : [];
  const { screenshot } = turn;
  const step: SkillStep = {
    id: turn.id,
    ...{ action, target, checks: listChecks(turn, action, root) },
    ...(end &&
      page &&
      isDrag && {
        drop: describeTarget(end.place, shown, findDropped(page, action)),
        ...readSide(turn, end.part),
      }),
    // A late screenshot may show the page after the step.
    picture:
      screenshot.status === 'kept' && screenshot.proof.kind !== 'stale' ? screenshot.image : null,
    ...(dropped !== null && { dropped }),
    ...(consequences.some((each) => each !== 'download' && each !== 'upload') && { final: true }),
  };
  const typed = readTyped(action) ?? '';
  const hidden = typed !== '' && (isMasked(typed) || (candidate !== null && isSecret(candidate)));
  return {
    step,
    options: candidate?.options ?? [],
    form: candidate?.form ?? null,
    isSecret: hidden,
  };
}

function findDropped(page: PageSnapshot, { toUid }: ActionOf<'drag'>): Target | null {
  return toUid === null ? null : findTarget(page, toUid, false);
}

/** On which side of an item something came to stand in its list. */
function readSide({ receipt }: BrowserTurn, { uid }: ElementNode): Pick<SkillStep, 'side'> {
  const moved = receipt?.changes.find((change) => change.kind === 'moved');
  if (uid === null || !moved) return {};
  if (moved.after === uid) return { side: 'after' };
  return moved.before === uid ? { side: 'before' } : {};
}

/** Replaces a submit by Enter in the field that was typed in before, since forms are not candidates. */
function toPerformed(
  action: PageAction | TabAction,
  before: SkillStep | undefined,
): PageAction | TabAction {
  const field = action.intent === 'submit' && before?.action.intent === 'textInput';
  return field ? { intent: 'press', key: 'Enter', uid: targetOf(before.action) } : action;
}

/** The first of the elements that is a candidate. */
function findAmong(
  elements: Iterable<ElementNode>,
  candidates: readonly Candidate[],
): Candidate | null {
  const byUid = new Map(candidates.map((each) => [each.uid, each]));
  for (const { uid } of elements) {
    const found = byUid.get(uid ?? '');
    if (found) return found;
  }
  return null;
}

/** Only what the recorder described: the page is missing, or the element is no candidate there. */
function readTarget({ element }: BrowserTurn): SkillTarget | null {
  if (!element) return null;
  const { role, tagName, name, xpath, textContent, attributes } = element;
  const { placeholder = '', title = '', alt = '', id = '', href = null } = attributes;
  return {
    ...{ role, tag: tagName.toLowerCase(), name: name || textContent.trim().slice(0, 80) },
    ...{ label: '', placeholder, title, alt, key: id, href, xpath },
    ...{ places: [], hasTwins: false, isListed: false, located: null },
  };
}

/** Longer texts are contents rather than answers. UTF-16 units. */
const MAX_SHOWN = 80;
const MAX_TEXTS = 2;
/** Times, dates and long numbers differ between visits. */
const VOLATILE = /\d{1,2}:\d{2}|\d{4}-\d{2}|\d{5,}|[0-9a-f]{8}|\b(?:ago|today|just now)\b/iu;

/** Turns a receipt into conditions that can be checked when the step runs again. */
function listChecks(
  { receipt }: BrowserTurn,
  action: PageAction | TabAction,
  root: ElementNode | null,
): Check[] {
  const changes = receipt?.changes ?? [];
  const uid = targetOf(action);
  const typed = action.intent === 'load' ? null : readTyped(action);
  const checks: Check[] = typed === null || isMasked(typed) ? [] : [{ kind: 'holds', text: typed }];
  let texts = 0;
  for (const change of changes) {
    if (change.kind === 'url') checks.push({ kind: 'address', path: writePath(change.to) });
    if (change.kind === 'checked' && change.uid === uid)
      checks.push({ kind: 'ticked', on: change.to });
    if (change.kind !== 'appeared' && change.kind !== 'vanished') continue;
    const { text } = change;
    const isStable = !VOLATILE.test(text) && !isMasked(text) && /[\p{L}\p{N}]/u.test(text);
    if (!isStable || text.length > MAX_SHOWN || texts >= MAX_TEXTS) continue;
    if (root && isJoined(text, root)) continue;
    texts += 1;
    checks.push({ kind: change.kind === 'appeared' ? 'shows' : 'hides', text });
  }
  return checks;
}

/** A turn that may become a step; `dropped` says why it is skipped, which a person can change. */
interface FoldedStep {
  turn: BrowserTurn;
  dropped: string | null;
}

interface FoldedSteps {
  steps: FoldedStep[];
  /** Actions that no skill can repeat, as sentences, each once. */
  omitted: string[];
}

/** Returns what mattered of a demonstration: actions, without what led to them, came of them, or was taken back. */
function foldSteps(turns: readonly Turn[]): FoldedSteps {
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
  drag: 'Files that were dropped into the page are not repeated.',
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
  const isDoubled = steps
    .slice(at + 1, at + 3)
    .some(
      ({ turn }) =>
        turn.action.intent === 'doubleClick' && targetOf(turn.action) === targetOf(action),
    );
  if (action.intent === 'click' && isDoubled) return 'It is part of the double click after it.';
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
