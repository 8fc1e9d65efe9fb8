import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findAccessBlock } from '../../../core/snapshot/page-access.ts';
import { SidePanelView } from './side-panel-view.tsx';
import { finished, idle, makeEvents, running } from './side-panel-view.fixture.ts';
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

const message = page.getByRole('textbox', { name: 'Message', exact: true });

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

describe('the names that scripts use', () => {
  it('records, pauses, resumes, stops and exports', async () => {
    show();
    await button('Record').click();
    expect(events.onRecord).toHaveBeenCalledOnce();
    show({ recording: running });
    await button('Pause').click();
    expect(events.onPause).toHaveBeenCalledOnce();
    show({ recording: { ...running, state: 'paused' } });
    await button('Resume').click();
    expect(events.onResume).toHaveBeenCalledOnce();
    await button('Stop').click();
    expect(events.onStop).toHaveBeenCalledOnce();
    show({ recording: finished });
    await button('Export').click();
    expect(events.onExport).toHaveBeenCalledOnce();
    await expect.element(button('Record')).toBeVisible();
  });

  it('keeps the name of Stop where its word is hidden', async () => {
    await page.viewport(320, 640);
    show({ recording: running });
    await button('Stop').click();
    expect(events.onStop).toHaveBeenCalledOnce();
  });

  it('changes roles', async () => {
    show();
    await expect.element(button('Copilot acts')).toHaveAttribute('aria-pressed', 'true');
    await button('I act').click();
    expect(events.onRoleChange).toHaveBeenCalledWith('me');
  });
});

it('reports attention that it had before it was loaded, once it is', () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  show({ loading: true });
  expect(events.onAttention).not.toHaveBeenCalled();
  show();
  vi.restoreAllMocks();
  expect(events.onAttention).toHaveBeenCalledOnce();
});

describe('the message box', () => {
  it('sends with Enter, breaks the line with Shift+Enter', async () => {
    show();
    await message.click();
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two{Enter}');
    expect(events.onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo');
    await expect.element(message).toHaveValue('');
  });

  it('leaves an input method’s Enter alone', async () => {
    show();
    await message.fill('ねこ');
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    const isLeftAlone = message
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    expect(isLeftAlone).toBe(true);
    expect(events.onSend).not.toHaveBeenCalled();
    message.element().dispatchEvent(new KeyboardEvent('keydown', enter));
    expect(events.onSend).toHaveBeenCalledExactlyOnceWith('ねこ');
  });

  it('sends nothing that is empty, and keeps what is typed while the copilot runs', async () => {
    show();
    await message.fill('  ');
    await expect.element(button('Send')).toBeDisabled();
    show({ run: { activity: 'Click Add to cart', steps: 1, control: 'working' } });
    await message.fill('and then the blue one');
    await userEvent.keyboard('{Enter}');
    expect(events.onSend).not.toHaveBeenCalled();
    await expect.element(message).toHaveValue('and then the blue one');
  });

  it('takes an example to be changed first', async () => {
    show();
    await button('go back').click();
    await expect.element(message).toHaveValue('go back');
    await expect.element(message).toHaveFocus();
    expect(events.onSend).not.toHaveBeenCalled();
  });
});

describe('staying in charge', () => {
  it('stops the copilot by button and by Esc, only while it works', async () => {
    show();
    await message.click();
    await userEvent.keyboard('{Escape}');
    expect(events.onStopCopilot).not.toHaveBeenCalled();
    show({ run: { activity: 'Reading the page', steps: 0, control: 'working' } });
    await button('Stop copilot').click();
    await userEvent.keyboard('{Escape}');
    expect(events.onStopCopilot).toHaveBeenCalledTimes(2);
  });

  it('holds the copilot and lets it go on, by the keyboard alone', async () => {
    const round = { activity: 'Reading the page', steps: 0 };
    show({ run: { ...round, control: 'working' } });
    await expect.element(button('Pause copilot')).toBeVisible();
    button('Pause copilot').element().focus();
    await userEvent.keyboard('{Enter}');
    expect(events.onPauseCopilot).toHaveBeenCalledOnce();
    show({ run: { ...round, control: 'paused' } });
    await expect.element(button('Continue')).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    expect(events.onTakeOver).toHaveBeenCalledOnce();
    show({ run: { ...round, control: 'taken' } });
    await expect.element(button('Hand back')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(events.onReleaseCopilot).toHaveBeenCalledOnce();
  });

  it('asks before it discards, with the safe answer in focus', async () => {
    show({ recording: finished });
    await button('Discard').click();
    await expect.element(button('Keep')).toHaveFocus();
    expect(events.onDiscard).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Keep')).not.toBeInTheDocument();
    await button('Discard').click();
    await button('Discard').click();
    expect(events.onDiscard).toHaveBeenCalledOnce();
  });

  it.each([
    ['chrome://extensions/', 'belongs to the browser'],
    // Settings and Studio, too, which the user may have in front of them.
    ['chrome-extension://abc/src/entrypoints/settings/index.html', 'not on pages of extensions'],
  ])('says what to do where a page cannot be used: %s', async (address, words) => {
    show({ tab: { title: 'A page', blocked: findAccessBlock(address) } });
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
  });
});
