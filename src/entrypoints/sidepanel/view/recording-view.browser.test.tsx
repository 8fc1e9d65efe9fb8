import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_OPTIONS } from '../../../core/demonstration/recording-options.ts';
import { SidePanelView } from './side-panel-view.tsx';
import {
  finished,
  idle,
  makeAction,
  makeEvents,
  options,
  running,
} from './side-panel-view.fixture.ts';
import type { SidePanelModel } from '../panel-model.ts';

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;
let events: ReturnType<typeof makeEvents>;

function show(change: Partial<SidePanelModel> = {}) {
  flushSync(() => root.render(<SidePanelView model={{ ...idle, ...change }} events={events} />));
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

beforeEach(() => {
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
  events = makeEvents();
});

afterEach(() => {
  root.unmount();
  box.remove();
});

describe('what is kept while recording', () => {
  it('takes back and puts back, by buttons that keep their places', async () => {
    show({ recording: running });
    await button('Undo last turn').click();
    expect(events.onUndo).toHaveBeenCalledOnce();
    await button('Redo turn').click({ force: true });
    expect(events.onRedo).not.toHaveBeenCalled();
    const before = button('Redo turn').element().getBoundingClientRect().x;
    show({ recording: { ...running, canUndo: false, canRedo: true } });
    await button('Redo turn').click();
    expect(events.onRedo).toHaveBeenCalledOnce();
    expect(button('Redo turn').element().getBoundingClientRect().x).toBe(before);
  });

  it('says how much it is, and how much is left when that is little', async () => {
    show({ recording: running });
    await expect.element(page.getByText('3.4 MB')).toBeVisible();
    await expect.element(page.getByText('left on the disk')).not.toBeInTheDocument();
    show({ recording: { ...running, freeBytes: 640_000_000 } });
    await expect.element(page.getByText('640 MB left on the disk')).toBeVisible();
    const status = page.getByRole('status').first();
    await expect.element(status).toHaveTextContent('Little disk space is left');
  });

  it('counts turns not saved correctly, says why, and shows the first', async () => {
    const entries = Array.from({ length: 200 }, (_, at) => makeAction(at));
    entries[20] = {
      ...makeAction(20),
      findings: [{ code: 'x', severity: 'error', message: 'The target is not in the page.' }],
    };
    show({ recording: running, entries: entries.slice(0, 199) });
    show({ entries, recording: { ...running, withErrors: ['action 20'] } });
    await expect.element(page.getByText('Click Button 199', { exact: true })).toBeInViewport();
    await expect
      .element(page.getByText('Click Button 20', { exact: true }))
      .not.toBeInTheDocument();
    await button('1 turn not saved correctly. Show the first.').click();
    await expect.element(page.getByText('The target is not in the page.')).toBeInViewport();
    expect(document.activeElement?.getAttribute('data-item')).toBe('action 20');
  });

  it('tells what is safe after the browser closed', async () => {
    show({ recording: { ...running, state: 'paused', turns: 12, interrupted: true } });
    const status = page.getByRole('status').filter({ hasText: 'The browser closed' });
    await expect.element(status).toHaveTextContent(/12 turns are safe\. Resume or stop\./);
  });
});

describe('the options of a recording', () => {
  it('are a sentence each, changed one at a time', async () => {
    show({ options: { ...options, open: true } });
    await page.getByRole('checkbox', { name: 'Video' }).click();
    expect(events.onOptions).toHaveBeenCalledWith({ ...DEFAULT_OPTIONS, video: true });
    await expect
      .element(page.getByRole('checkbox', { name: 'Hovers' }))
      .toHaveAccessibleDescription(/where you pointed/);
  });

  it('say what is wrong with a mask where it is entered', async () => {
    show({
      options: { ...options, open: true, masks: 'html', problem: 'It would mask every page.' },
    });
    const masks = page.getByRole('textbox', { name: 'Masks' });
    await expect.element(masks).toHaveAccessibleDescription(/It would mask every page\./);
    await expect.element(masks).toHaveAttribute('aria-invalid', 'true');
  });

  it('are only shown while recording', async () => {
    const chosen = { ...DEFAULT_OPTIONS, video: true, masks: ['.account'] };
    show({ recording: running, options: { ...options, open: true, fixed: true, chosen } });
    await expect.element(page.getByText('.account')).toBeVisible();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
    expect(page.getByRole('region', { name: 'Recording options' }).element().textContent).toContain(
      'Videoon',
    );
  });
});

describe('by the keyboard alone', () => {
  it('goes on from the button that was pressed to the one in its place', async () => {
    show();
    button('Record').element().focus();
    show({ recording: { state: 'starting' } });
    await userEvent.keyboard('{Enter}');
    expect(events.onRecord).not.toHaveBeenCalled();
    await expect.element(button('Record')).toHaveFocus();
    show({ recording: running });
    await expect.element(button('Pause')).toHaveFocus();
    button('Stop').element().focus();
    show({ recording: { state: 'stopping' } });
    await expect.element(button('Record')).toHaveFocus();
  });

  it('goes round the turns to the message', async () => {
    show({ recording: running, entries: [makeAction(1), makeAction(2)] });
    button('Options').element().focus();
    await userEvent.tab();
    await expect.element(button('Skip to the message box')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  });

  it('keeps an export’s button, and its place', async () => {
    show({ recording: finished });
    const before = button('Export').element().getBoundingClientRect();
    button('Export').element().focus();
    show({ recording: { ...finished, exporting: { state: 'packing', done: 1, total: 9 } } });
    await expect.element(button('Export')).toHaveFocus();
    expect(button('Export').element().getBoundingClientRect().y).toBe(before.y);
    button('Cancel').element().focus();
    show({ recording: finished });
    await expect.element(button('Export')).toHaveFocus();
  });
});

it('tells a screen reader how the recording stands', async () => {
  const status = () => page.getByRole('status').first();
  show({ recording: running });
  await expect.element(status()).toHaveTextContent('Recording');
  show({ recording: { ...running, state: 'paused' } });
  await expect.element(status()).toHaveTextContent('Recording paused');
  show({ recording: finished });
  await expect.element(status()).toHaveTextContent('Recording stopped: 2 turns, 0 findings');
});

describe('what was found when it stopped', () => {
  it('groups equal findings of several turns and shows the first', async () => {
    const stale = { code: 'x', severity: 'warning', message: 'It may be late.' } as const;
    const findings = [3, 5, 9].map((at) => ({ ...stale, turnId: `action ${String(at)}` }));
    const entries = Array.from({ length: 100 }, (_, at) => makeAction(at));
    show({ recording: { ...finished, findings }, entries });
    await page.getByText('3 findings', { exact: true }).click();
    const items = page.getByRole('region', { name: 'Finished' }).getByRole('listitem');
    expect(items.elements()).toHaveLength(1);
    await expect.element(items).toHaveTextContent(/^3 turns: It may be late\./);
    await button('Show the first').click();
    await expect.element(page.getByText('Click Button 3', { exact: true })).toBeInViewport();
  });

  it('is reviewed in Studio, that very demonstration', async () => {
    show({ recording: finished });
    await button('Review').click();
    expect(events.onReview).toHaveBeenCalledOnce();
  });
});

describe('a page that cannot be recorded', () => {
  const tab = { title: 'Version', blocked: 'browser-page' } as const;
  const notKept = page.getByText('what you do on this page is not recorded');

  it('says so while recording, without suggesting to ask the copilot', async () => {
    show({ tab, role: 'me', recording: running });
    await expect.element(notKept).toBeVisible();
    await expect.element(page.getByText('ask for one below')).not.toBeInTheDocument();
  });

  it('says what stays when nothing is recorded', async () => {
    show({ tab });
    await expect.element(page.getByText('demonstrations are saved')).toBeVisible();
    await expect.element(page.getByText('ask for one below')).toBeVisible();
    await expect.element(notKept).not.toBeInTheDocument();
  });
});

describe('an export', () => {
  it('shows how far it is in bytes, and can be cancelled', async () => {
    const exporting = { state: 'packing', done: 412_000_000, total: 1_000_000_000 } as const;
    show({ recording: { ...finished, exporting } });
    await expect.element(page.getByText('412 MB of 1.0 GB')).toBeVisible();
    await button('Cancel').click();
    expect(events.onCancelExport).toHaveBeenCalledOnce();
  });
});
