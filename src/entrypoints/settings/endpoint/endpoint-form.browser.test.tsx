import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_ENDPOINT } from '../../../core/navigator/model/endpoint-settings.ts';
import type { Check } from '../../../platform/endpoint/diagnose/explain-finding.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointEvents, EndpointModel } from './endpoint-controller.ts';

const EMPTY: EndpointModel = {
  stored: null,
  seal: 'none',
  unlock: { busy: false, wrong: false },
  diagnosis: { state: 'none', checks: [] },
  saving: { state: 'none' },
  offersBuiltIn: false,
  origin: 'chrome-extension://abc',
};
const STORED = { ...DEFAULT_ENDPOINT, apiKey: 'sk-1', model: 'kettle' };

let box: HTMLElement;
let root: ReturnType<typeof createRoot>;
let events: ReturnType<typeof makeEvents>;

function makeEvents() {
  return {
    onDiagnose: vi.fn(),
    onCancelDiagnosis: vi.fn(),
    onSave: vi.fn(),
    onForget: vi.fn(),
    onForgetKey: vi.fn(),
    onUnlock: vi.fn(),
    onLock: vi.fn(),
    onGetModel: vi.fn(),
    onEdit: vi.fn(),
  } satisfies EndpointEvents;
}

function show(change: Partial<EndpointModel> = {}) {
  flushSync(() => root.render(<EndpointForm endpoint={{ ...EMPTY, ...change }} events={events} />));
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

function showChecks(...checks: Check[]) {
  show({ stored: STORED, diagnosis: { state: 'done', checks } });
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

describe('the endpoint form', () => {
  it('offers Chrome’s own model only where there is one', async () => {
    show();
    const offered = page.getByRole('option', { name: 'Chrome’s built-in model' });
    await expect.element(button('Save')).not.toBeInTheDocument();
    await userEvent.selectOptions(page.getByLabelText('Endpoint'), 'Ollama (this computer)');
    await expect.element(page.getByText('OLLAMA_ORIGINS=chrome-extension://abc')).toBeVisible();
    await expect.element(offered).not.toBeInTheDocument();
    show({ offersBuiltIn: true });
    await expect.element(offered).toBeInTheDocument();
  });

  it('opens what is wrong, and saves nothing until it is right', async () => {
    show({ stored: STORED });
    await userEvent.click(page.getByText('Advanced'));
    await userEvent.fill(page.getByLabelText('Ceiling for one conversation'), '2');
    await userEvent.click(page.getByText('Advanced'));
    await userEvent.click(button('Save'));
    await expect.element(page.getByText('A ceiling needs the two prices')).toBeVisible();
    expect(events.onSave).not.toHaveBeenCalled();
    await userEvent.fill(page.getByLabelText('Price of a million tokens sent'), '0,4');
    await userEvent.fill(page.getByLabelText('Price of a million tokens received'), '1.6');
    await userEvent.keyboard('{Enter}');
    expect(events.onSave).toHaveBeenCalledExactlyOnceWith(
      { ...STORED, prices: { prompt: 0.4, completion: 1.6 }, ceiling: 2 },
      { as: 'plain' },
    );
  });

  it('keeps the seal while the key is the same, and asks for the passphrase when it is not', async () => {
    show({ stored: STORED, seal: 'open' });
    await userEvent.click(button('Save'));
    expect(events.onSave).toHaveBeenLastCalledWith(STORED, { as: 'keep' });
    await userEvent.fill(page.getByLabelText('Key', { exact: true }), 'sk-2');
    await userEvent.click(button('Save'));
    expect(events.onSave).toHaveBeenCalledTimes(1);
    await userEvent.fill(page.getByRole('textbox', { name: 'Passphrase' }), 'three kettles');
    await userEvent.click(button('Save'));
    expect(events.onSave).toHaveBeenLastCalledWith(
      { ...STORED, apiKey: 'sk-2' },
      { as: 'sealed', passphrase: 'three kettles' },
    );
    await userEvent.click(page.getByRole('checkbox', { name: 'Encrypt the key' }));
    await userEvent.click(button('Save'));
    expect(events.onSave).toHaveBeenLastCalledWith({ ...STORED, apiKey: 'sk-2' }, { as: 'plain' });
  });

  it('asks for the passphrase of a locked key, by the keyboard alone', async () => {
    show({ stored: { ...STORED, apiKey: '' }, seal: 'locked' });
    const passphrase = page.getByRole('textbox', { name: 'Passphrase' });
    await expect.element(passphrase).toBeVisible();
    await userEvent.tab();
    await expect.element(passphrase).toHaveFocus();
    await userEvent.keyboard('three kettles{Enter}');
    expect(events.onUnlock).toHaveBeenCalledExactlyOnceWith('three kettles');
    await expect.element(button('Diagnose')).toBeDisabled();
    show({
      stored: { ...STORED, apiKey: '' },
      seal: 'locked',
      unlock: { busy: false, wrong: true },
    });
    await expect.element(page.getByText('Wrong passphrase.')).toBeVisible();
  });

  it('mends with a click what was found, and looks again', async () => {
    showChecks({
      ...{ id: 'model', state: 'failed', message: 'It has no such model.' },
      remedy: { kind: 'model', models: ['pot', 'pan'] },
    });
    await expect.element(page.getByText('Something is wrong: Model.')).toBeVisible();
    await userEvent.click(button('pan'));
    expect(events.onDiagnose).toHaveBeenLastCalledWith({ ...STORED, model: 'pan' });
    showChecks({
      ...{ id: 'context', state: 'failed', message: 'It holds 4096 tokens.' },
      remedy: { kind: 'context', tokens: 4096 },
    });
    await userEvent.click(button('Use 4096 tokens'));
    expect(events.onDiagnose).toHaveBeenLastCalledWith({
      ...{ ...STORED, model: 'pan' },
      contextTokens: 4096,
    });
  });

  it('can be cancelled while it looks, without beginning again', async () => {
    show({ stored: STORED });
    await userEvent.click(button('Diagnose'));
    expect(events.onDiagnose).toHaveBeenCalledTimes(1);
    events.onCancelDiagnosis.mockImplementation(() => showChecks());
    show({ stored: STORED, diagnosis: { state: 'running', checks: [] } });
    await userEvent.click(button('Cancel'));
    await expect.element(button('Diagnose')).toBeVisible();
    expect(events.onDiagnose).toHaveBeenCalledTimes(1);
  });
});
