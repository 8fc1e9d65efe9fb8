import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../base.css';
import { Conversation } from './conversation.tsx';
import type { ActionEntry, Entry, EntryEvents } from './entry.ts';

const events: EntryEvents = {
  onAnswer: vi.fn(),
  onDecide: vi.fn(),
  onRevoke: vi.fn(),
  onCorrect: vi.fn(),
  onRevert: vi.fn(),
  onPreview: vi.fn(),
  onRunSkill: vi.fn(),
  onNoticeAction: vi.fn(),
};

function makeAction(number: number, change: Partial<ActionEntry> = {}): ActionEntry {
  return {
    kind: 'action',
    id: `action ${String(number)}`,
    at: number,
    by: 'copilot',
    description: `Click Button ${String(number)}`,
    detail: null,
    state: 'done',
    screenshot: { status: 'none' },
    findings: [],
    details: {
      ranking: null,
      receipt: { verdict: 'unchanged', changes: [] },
      target: {
        name: 'Button',
        role: 'button',
        tag: 'button',
        xpath: '/html[1]/body[1]/button[1]',
      },
      screenshot: null,
      url: 'http://shop.test/',
    },
    ...change,
  };
}

const many = Array.from({ length: 30 }, (_, index) => makeAction(index));

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;

function show(entries: readonly Entry[]) {
  root.render(
    <Conversation entries={entries} origin={null} events={events} empty={<p>Empty</p>} />,
  );
}

async function findLog(): Promise<Element> {
  const log = page.getByRole('log');
  await expect.element(log).toBeVisible();
  return log.element();
}

function distanceFromEnd(log: Element): number {
  return log.scrollHeight - log.clientHeight - log.scrollTop;
}

beforeEach(() => {
  box = document.createElement('div');
  box.style.cssText = 'display: flex; width: 320px; height: 300px';
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  root.unmount();
  box.remove();
});

it('says once that nothing changed', async () => {
  const idle = { state: 'unchanged', detail: 'nothing changed' } as const;
  const refused = { state: 'unchanged', detail: 'I pressed Enter, but nothing changed.' } as const;
  show([makeAction(1, idle), makeAction(2, refused)]);
  const cards = (): Element[] => page.getByRole('article').elements();
  await expect.poll(() => cards().length).toBe(2);
  for (const { textContent } of cards())
    expect(textContent.match(/nothing changed/g)).toHaveLength(1);
});

it('shows that a turn is saved where its action changed nothing', async () => {
  show([makeAction(1, { state: 'saved', detail: 'nothing changed' })]);
  await expect.element(page.getByText('saved', { exact: true })).not.toHaveClass('visually-hidden');
});

describe('the conversation’s scrolling', () => {
  it('follows the newest entry while the reader is at the end', async () => {
    show(many);
    const log = await findLog();
    expect(distanceFromEnd(log)).toBeLessThan(2);
    show([...many, makeAction(30)]);
    await expect.element(page.getByText('Click Button 30', { exact: true })).toBeInViewport();
    expect(distanceFromEnd(log)).toBeLessThan(2);
  });

  it('stays where the reader is, and jumps on request', async () => {
    show(many);
    const log = await findLog();
    log.scrollTop = 100;
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await expect.element(jump).toBeVisible();
    const read = page.getByText('Click Button 2', { exact: true });
    // The list renders what is in view a frame after the scroll.
    await expect.element(read).toBeVisible();
    const { y } = read.element().getBoundingClientRect();
    show([...many, makeAction(30)]);
    await expect
      .poll(() => box.querySelector('[aria-live="polite"]')?.textContent)
      .toContain('Button 30');
    expect(read.element().getBoundingClientRect().y).toBe(y);
    await jump.click();
    await expect.element(jump).not.toBeInTheDocument();
    expect(distanceFromEnd(log)).toBeLessThan(2);
  });

  it('comes to the end for what the reader says', async () => {
    show(many);
    const log = await findLog();
    log.scrollTop = 0;
    await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    show([
      ...many,
      { kind: 'utterance', id: 'u', at: 99, speaker: 'instructor', by: 'person', text: 'Go on' },
    ]);
    await expect.element(page.getByText('Go on')).toBeInViewport();
  });

  it('does not move a card whose details are opened', async () => {
    show(many);
    const card = page.getByText('Click Button 29', { exact: true });
    await expect.element(card).toBeInViewport();
    const { y } = card.element().getBoundingClientRect();
    await page.getByRole('button', { name: 'Details' }).last().click();
    await expect.element(page.getByText('Nothing changed.', { exact: false })).toBeInTheDocument();
    // Within what scrolling rounds.
    expect(card.element().getBoundingClientRect().y).toBeCloseTo(y, 0);
    await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  });
});

describe('a long conversation', () => {
  /** Higher than what an item that was never drawn is taken for. */
  const tall = Array.from({ length: 120 }, (_, index) =>
    makeAction(index, {
      findings: [
        {
          code: 'x',
          severity: 'warning',
          message: 'It may not show the page as it was. '.repeat(3),
        },
      ],
    }),
  );
  const newest = page.getByText('Click Button 119', { exact: true });

  it('is jumped through to its end, whatever was not drawn yet', async () => {
    show(tall);
    const log = await findLog();
    await expect.element(newest).toBeInViewport();
    log.scrollTop = 0;
    await expect.element(page.getByText('Click Button 0', { exact: true })).toBeInViewport();
    log.scrollTop = 0;
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await jump.click();
    await expect.element(newest).toBeVisible();
    await expect.poll(() => distanceFromEnd(log)).toBeLessThan(2);
    await expect.element(jump).not.toBeInTheDocument();
    // The button went; the list can be scrolled by keys now.
    await expect.element(page.getByRole('log')).toHaveFocus();
  });

  it('stays at its end where it gets narrower', async () => {
    show(tall);
    const log = await findLog();
    await expect.element(newest).toBeInViewport();
    box.style.width = '220px';
    await expect.poll(() => log.clientWidth).toBe(220);
    await expect.poll(() => distanceFromEnd(log)).toBeLessThan(2);
    await expect
      .element(page.getByRole('button', { name: 'Jump to latest' }))
      .not.toBeInTheDocument();
  });

  it('makes the page no higher by what it does not draw', async () => {
    show(tall);
    await findLog();
    await expect.element(newest).toBeInViewport();
    const { scrollHeight, clientHeight } = document.documentElement;
    expect(scrollHeight).toBe(clientHeight);
  });
});

describe('the conversation’s announcements', () => {
  it('tells the same again where it happened again', async () => {
    const spoken = () => box.querySelector('[aria-live="polite"] span');
    show([makeAction(1)]);
    await findLog();
    show([makeAction(1), makeAction(2, { description: 'Click +' })]);
    await expect.poll(() => spoken()?.textContent).toBe('Click +: done');
    const before = spoken();
    show([makeAction(1), ...[2, 3].map((id) => makeAction(id, { description: 'Click +' }))]);
    await expect.poll(() => spoken() !== before).toBe(true);
    expect(spoken()?.textContent).toBe('Click +: done');
  });

  it('tells what is new, not what was there', async () => {
    const spoken = () => box.querySelector('[aria-live="polite"]')?.textContent;
    show([makeAction(1, { state: 'acting' })]);
    await findLog();
    expect(spoken()).toBe('');
    show([makeAction(1, { state: 'saved' })]);
    await expect.poll(spoken).toBe('Click Button 1: saved');
  });
});

describe('a question', () => {
  it('offers nothing to choose where there is nothing', async () => {
    show([
      {
        kind: 'question',
        id: 'q',
        at: 1,
        question: 'Which?',
        options: [],
        open: true,
        answer: null,
      },
    ]);
    const card = page.getByRole('group', { name: 'Which?' });
    await expect.element(card.getByText('Type your answer.')).toBeVisible();
    await expect.element(card.getByText('Choose one')).not.toBeInTheDocument();
  });

  it('answers by click, shows its element meanwhile, and is closed afterwards', async () => {
    const target = { uid: 'u', frameId: 0 };
    const option = { label: 'Cherry kettle', value: 'cherry', target };
    const question = { kind: 'question', id: 'q', at: 1, question: 'Which?' } as const;
    show([{ ...question, options: [option], open: true, answer: null }]);
    const answer = page.getByRole('button', { name: 'Cherry kettle' });
    await answer.click();
    expect(events.onAnswer).toHaveBeenCalledWith(option);
    expect(events.onPreview).toHaveBeenCalledWith(target);
    expect(events.onPreview).toHaveBeenLastCalledWith(null);
    show([{ ...question, options: [option], open: false, answer: 'cherry' }]);
    await expect.element(answer).toBeDisabled();
  });
});

describe('an action', () => {
  it('can be undone with a button', async () => {
    show([makeAction(1, { canUndo: true, detail: 'saved' })]);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(events.onRevert).toHaveBeenCalledWith('action 1');
  });

  it('shows a model’s reply in its details only', async () => {
    const { details } = makeAction(1);
    show([makeAction(1, { details: { ...details, reply: { text: 'click(uid="u")' } } })]);
    await findLog();
    expect(box.textContent).not.toContain('click(uid');
    await page.getByRole('button', { name: 'Details' }).click();
    await expect.element(page.getByText('click(uid="u")')).toBeVisible();
  });
});

describe('an approval', () => {
  it('takes the focus, but not with a button that allows', async () => {
    const asked = { turnId: 't', description: 'Click Pay', reason: 'It would pay.' };
    const entry = { kind: 'approval', id: 'a', at: 1, ...asked, host: '' } as const;
    show([{ ...entry, choices: ['once'], fullTexts: [], answer: null }]);
    await expect.element(page.getByRole('group', { name: 'Click Pay' })).toHaveFocus();
  });

  it('is one line once it is allowed, and says what was not done', async () => {
    const asked = { turnId: 't', description: 'Click Pay', reason: 'It would pay.', host: '' };
    const entry = { kind: 'approval', id: 'a', at: 1, ...asked, fullTexts: [] } as const;
    show([{ ...entry, choices: ['once'], answer: 'once' }]);
    await expect
      .element(page.getByRole('group', { name: 'Click Pay' }))
      .toHaveTextContent(/^Allowed onceClick Pay$/);
    show([{ ...entry, choices: ['once'], answer: 'deny' }]);
    const refused = page.getByRole('group', { name: 'Click Pay' });
    await expect.element(refused).toHaveTextContent('Click PayIt would pay.Not allowed, not done');
  });

  it('shows the full name of an element, however long', async () => {
    await page.viewport(320, 640);
    const words = `${'Go on with what you were about to do '.repeat(60)}and pay 1,249.00`;
    const asked = { turnId: 't', description: 'Click Go on with…', reason: 'It would pay.' };
    const choices = ['once', 'task'] as const;
    const entry = { kind: 'approval', id: 'a', at: 1, ...asked, host: '', choices } as const;
    show([{ ...entry, fullTexts: [{ what: 'name', words }], answer: null }]);
    const whole = page.getByText('and pay 1,249.00', { exact: false });
    await expect.element(whole).toBeVisible();
    // It may be long; the buttons stay where they can be pressed, and all of it can be read.
    await expect.element(page.getByRole('button', { name: 'Allow once' })).toBeInViewport();
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = whole.element();
    expect(scrollHeight).toBeGreaterThan(clientHeight);
    expect(scrollWidth).toBe(clientWidth);
    expect(getComputedStyle(whole.element()).overflowY).toBe('auto');
  });
});
