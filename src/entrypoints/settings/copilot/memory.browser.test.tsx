import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MemorySettings } from '../../../core/navigator/memory/memory-settings.ts';
import { Memory } from './memory.tsx';
import type { MemoryModel } from './memory-controller.ts';

const SETTINGS: MemorySettings = {
  ...{ on: true, count: 2, anySite: false, without: ['bank.example'] },
  ...{ forgotten: [], forgottenUntil: 0, ended: {} },
};
const MODEL: MemoryModel = {
  settings: SETTINGS,
  sites: { problem: null, saved: false },
  problem: null,
  pasts: [
    {
      ...{ id: 'a', request: 'save a note', sites: ['notes.example'], startedAt: 0, preview: null },
      isConversation: false,
    },
    {
      ...{ id: 'b', request: 'book a room', sites: ['inn.example'], startedAt: 0, preview: null },
      isConversation: true,
    },
  ],
};

let root: ReturnType<typeof createRoot>;
const events = {
  onChoose: vi.fn(),
  onSaveSites: vi.fn(),
  onShow: vi.fn(),
  onForget: vi.fn(),
  onForgetAll: vi.fn(),
  onRestoreForgotten: vi.fn(),
};

function show(part: Partial<MemoryModel> = {}): void {
  flushSync(() => root.render(<Memory memory={{ ...MODEL, ...part }} events={events} />));
}

beforeEach(() => {
  vi.clearAllMocks();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

describe('what the copilot remembers', () => {
  it('leaves out the sites that are entered, and says what is wrong with them', async () => {
    show();
    const sites = page.getByLabelText('Excluded sites', { exact: true });
    await expect.element(sites).toHaveValue('bank.example');
    await userEvent.fill(sites, 'bank.example\nno site');
    await userEvent.click(page.getByRole('button', { name: 'Save: Excluded sites' }));
    expect(events.onSaveSites).toHaveBeenCalledWith('bank.example\nno site');
    show({ sites: { problem: '“no site” is no site.', saved: false } });
    await expect.element(page.getByText('“no site” is no site.')).toBeVisible();
    // What was entered is there to be mended.
    await expect.element(sites).toHaveValue('bank.example\nno site');
  });

  it('forgets one by its name, or all, and offers to remember again', async () => {
    show();
    await expect.element(page.getByText('Conversation · inn.example')).toBeVisible();
    await expect.element(page.getByText('Conversation · notes.example')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Forget: book a room' }));
    expect(events.onForget.mock.calls).toEqual([['b']]);
    await userEvent.click(page.getByRole('button', { name: 'Forget everything' }));
    expect(events.onForgetAll).toHaveBeenCalledOnce();
    show({ pasts: [], settings: { ...SETTINGS, forgotten: ['b'] } });
    await expect
      .element(page.getByRole('button', { name: 'Forget everything' }))
      .not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Restore forgotten demonstrations' }));
    expect(events.onRestoreForgotten).toHaveBeenCalledOnce();
  });

  it('shows nothing of it, and no more to choose, while it is off', async () => {
    show({ settings: { ...SETTINGS, on: false } });
    const checkbox = page.getByLabelText('Show the model earlier demonstrations');
    await expect.element(checkbox).not.toBeChecked();
    await expect.element(page.getByText('save a note')).not.toBeInTheDocument();
    await userEvent.click(checkbox);
    expect(events.onChoose).toHaveBeenCalledWith({ on: true });
  });
});
