import type { ActionStep, PageModel, PageStep } from '../../core/formats/page/page-model.ts';
import { readText } from './contents.ts';
import { showDetails } from './details.ts';
import { create, find } from './elements.ts';
import { listMarks, showComparison, showPicture } from './picture.ts';
import { showSavedPage } from './saved-page.ts';
import './viewer.css';

/** The page that `export → page` writes: it reads what the packer put into it, and loads nothing. */

const VIEWS = { before: 'Before', after: 'After', compare: 'Compare', page: 'Page' };
type View = keyof typeof VIEWS;

/** What was chosen stays chosen from step to step. */
const chosen: { view: View | null; withRanked: boolean } = { view: null, withRanked: false };

async function start(): Promise<void> {
  const text = await readText('page.json');
  if (text === null) throw new Error('page.json is missing');
  const model = JSON.parse(text) as PageModel;
  showHeader(model);
  showList(model.steps);
  const go = (): void => void showStep(model.steps, findStep(model.steps));
  addEventListener('hashchange', go);
  addEventListener('keydown', (event) => onKey(event, model.steps));
  go();
}

function showHeader({ title, startedAt, recorder, facts, steps }: PageModel): void {
  document.title = title;
  find('title').textContent = title;
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  const day = startedAt.slice(0, 16).replace('T', ' ');
  const written = facts.map(([label, value]) => `${label}: ${value}`);
  find('about').textContent = [
    count,
    `recorded ${day} UTC with Wayscribe ${recorder}`,
    ...written,
  ].join(' · ');
  const menu = find('menu');
  menu.addEventListener('click', () => toggleMenu(menu.ariaExpanded !== 'true'));
}

/** On narrow screens the list lies behind a button. */
function toggleMenu(isOpen: boolean): void {
  find('menu').ariaExpanded = String(isOpen);
  find('steps').toggleAttribute('data-open', isOpen);
}

function showList(steps: readonly PageStep[]): void {
  const items = steps.map((step) =>
    create(
      'li',
      {},
      create(
        'a',
        { href: `#turn-${step.turn}`, 'data-kind': step.kind },
        create('span', { class: 'number' }, String(step.turn)),
        create('span', { class: 'words' }, nameStep(step)),
        create('time', {}, formatTime(step.seconds)),
      ),
    ),
  );
  find('steps').append(create('ol', {}, ...items));
}

function nameStep(step: PageStep): string {
  return step.kind === 'talk' ? `${nameSpeaker(step)}: ${step.text}` : step.text;
}

function nameSpeaker({ speaker, by }: Extract<PageStep, { kind: 'talk' }>): string {
  if (speaker === 'instructor') return 'Instructor';
  return by === 'copilot' ? 'Navigator (copilot)' : 'Navigator';
}

function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The position that the address names; the first step otherwise. */
function findStep(steps: readonly PageStep[]): number {
  const turn = /^#turn-(\d+)$/.exec(location.hash)?.[1];
  const at = steps.findIndex((step) => step.turn === Number(turn));
  return Math.max(0, at);
}

function onKey(event: KeyboardEvent, steps: readonly PageStep[]): void {
  const { key, target } = event;
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isTaken || target instanceof HTMLInputElement) return;
  if (key === 'Escape') toggleMenu(false);
  const at = findStep(steps);
  const moves: Record<string, number> = {
    ...{ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 },
  };
  const next = steps[moves[key] ?? -1];
  if (!next) return;
  event.preventDefault();
  location.hash = `#turn-${next.turn}`;
}

async function showStep(steps: readonly PageStep[], at: number): Promise<void> {
  const step = steps[at];
  if (!step) {
    find('step').replaceChildren(create('p', { class: 'nothing' }, 'Nothing was recorded.'));
    return;
  }
  markCurrent(step.turn);
  toggleMenu(false);
  const body = step.kind === 'talk' ? showTalk(steps, at) : await showAction(step, steps, at);
  // While a saved page was read, another step may have been chosen.
  if (findStep(steps) !== at) return;
  const focused = document.activeElement?.id ?? '';
  find('step').replaceChildren(showBar(steps, at), ...body);
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true });
}

function markCurrent(turn: number): void {
  for (const link of find('steps').querySelectorAll('a')) {
    const isCurrent = link.hash === `#turn-${turn}`;
    link.ariaCurrent = isCurrent ? 'step' : null;
    if (isCurrent) link.scrollIntoView({ block: 'nearest' });
  }
}

function showBar(steps: readonly PageStep[], at: number): HTMLElement {
  const step = steps[at];
  const link = (to: number, id: string, text: string): HTMLElement => {
    const turn = steps[to]?.turn;
    const label = `${id === 'next' ? 'Next' : 'Previous'} step`;
    return turn === undefined
      ? create('span', { class: 'turn', 'aria-hidden': 'true' }, text)
      : create('a', { id, class: 'turn', href: `#turn-${turn}`, 'aria-label': label }, text);
  };
  return create(
    'div',
    { class: 'bar' },
    link(at - 1, 'previous', '←'),
    create(
      'span',
      { 'aria-live': 'polite' },
      `Turn ${step?.turn ?? 0}, ${at + 1} of ${steps.length}, at ${formatTime(step?.seconds ?? 0)}`,
    ),
    link(at + 1, 'next', '→'),
  );
}

/** What was said, over what was on the screen meanwhile: the page before the next action, else after the last one. */
function showTalk(steps: readonly PageStep[], at: number): HTMLElement[] {
  const step = steps[at];
  if (step?.kind !== 'talk') return [];
  const isAction = (other: PageStep): other is ActionStep => other.kind === 'action';
  const next = steps.slice(at).find(isAction)?.before;
  const last = steps.slice(0, at).findLast(isAction)?.after;
  const shown = [next, last].find((picture) => picture?.content);
  return [
    create('h2', {}, nameSpeaker(step)),
    create('blockquote', { 'data-speaker': step.speaker }, step.text),
    ...(shown ? [create('div', { class: 'view' }, showPicture(shown, 'The page meanwhile'))] : []),
  ];
}

async function showAction(
  step: ActionStep,
  steps: readonly PageStep[],
  at: number,
): Promise<HTMLElement[]> {
  // The first page of a recording has no page before it.
  const first = step.before.content === null && step.after.content !== null ? 'after' : 'before';
  const view = chosen.view ?? first;
  const buttons = Object.entries(VIEWS).map(([name, label]) => {
    const pressed = String(name === view);
    const attributes = { id: `view-${name}`, type: 'button', 'aria-pressed': pressed };
    const button = create('button', attributes, label);
    button.addEventListener('click', () => {
      chosen.view = name as View;
      void showStep(steps, at);
    });
    return button;
  });
  const who = step.by === 'copilot' ? 'Copilot: ' : '';
  const shown = create('div', { class: 'view' }, await showView(step, view));
  return [
    create('h2', {}, who + step.text),
    create(
      'div',
      { class: 'views' },
      create(
        'div',
        { class: 'segments', role: 'group', 'aria-label': 'What is shown' },
        ...buttons,
      ),
      step.ranking && view === 'before' ? showRankedSwitch(shown) : null,
    ),
    shown,
    showDetails(step),
  ];
}

function showRankedSwitch(shown: HTMLElement): HTMLElement {
  const box = create('input', { type: 'checkbox' });
  const apply = (): void => void shown.toggleAttribute('data-ranked', chosen.withRanked);
  box.checked = chosen.withRanked;
  box.addEventListener('change', () => {
    chosen.withRanked = box.checked;
    apply();
  });
  apply();
  return create('label', {}, box, ' Ranked elements');
}

async function showView(step: ActionStep, view: View): Promise<HTMLElement> {
  if (view === 'page') return showSavedPage(step);
  if (view === 'compare') return showComparison(step);
  if (view === 'after') return showPicture(step.after, 'The page after the action');
  return showPicture(step.before, 'The page before the action', listMarks(step));
}

start().catch((error: unknown) => {
  find('about').textContent = `This recording can’t be shown: ${String(error)}`;
});
