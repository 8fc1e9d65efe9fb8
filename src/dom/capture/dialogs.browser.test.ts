import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { DIALOG_TEXT_LIMIT } from '../../core/action/action.ts';
import { captureHere } from './capture.fixture.ts';
import {
  CHANNEL_OFFERED,
  CHANNEL_ACCEPTED,
  CHANNEL_CLOSED,
  DIALOG_OPENING,
  DIALOG_CLOSED,
} from './dialog-channel.ts';

let stop: AbortController;
let capture: ReturnType<typeof captureHere>;
let carrier: Comment;
let heard: string[];

function makeCarrier(): Comment {
  const node = new Comment();
  for (const type of [CHANNEL_ACCEPTED, CHANNEL_CLOSED])
    node.addEventListener(type, () => heard.push(type));
  dispatchEvent(new MouseEvent(CHANNEL_OFFERED, { relatedTarget: node }));
  return node;
}

const report = (type: string, detail: unknown): boolean =>
  carrier.dispatchEvent(new CustomEvent(type, { detail }));

/** As long as somebody needs to answer, which blocks the page. */
function answer(detail: unknown): void {
  const until = performance.now() + 5;
  while (performance.now() < until);
  report(DIALOG_CLOSED, detail);
}

beforeEach(() => {
  stop = new AbortController();
  heard = [];
  capture = captureHere(stop.signal);
  carrier = makeCarrier();
});
afterEach(() => stop.abort());

describe('watchDialogs', () => {
  it('takes one node, sends others away, and lets go at the end', () => {
    expect(heard).toEqual([CHANNEL_ACCEPTED]);
    makeCarrier();
    expect(heard).toEqual([CHANNEL_ACCEPTED, CHANNEL_CLOSED]);
    stop.abort();
    expect(heard).toEqual([CHANNEL_ACCEPTED, CHANNEL_CLOSED, CHANNEL_CLOSED]);
    report(DIALOG_OPENING, 'alert:late');
    answer(null);
    expect(capture.actions()).toEqual([]);
  });

  it('keeps what was said and answered; a dialog in a dialog’s making comes first', () => {
    report(DIALOG_OPENING, 'confirm:Sure?\nReally?');
    report(DIALOG_OPENING, 'alert:inner');
    answer(null);
    answer('false');
    expect(capture.actions()).toEqual([
      { intent: 'dialog', kind: 'alert', message: 'inner', answer: null },
      { intent: 'dialog', kind: 'confirm', message: 'Sure?\nReally?', answer: 'false' },
    ]);
  });

  it('takes nothing that has no proper form, and of the rest no more than there may be', () => {
    report(DIALOG_CLOSED, 'unasked');
    for (const detail of ['format:x', 'alert', 7, { toString: () => 'alert:x' }, null]) {
      report(DIALOG_OPENING, detail);
      answer('x');
    }
    expect(capture.actions()).toEqual([]);
    const long = 'x'.repeat(2 * DIALOG_TEXT_LIMIT);
    report(DIALOG_OPENING, `prompt:\ud800${long}`);
    answer(long);
    expect(capture.actions()).toEqual([
      {
        intent: 'dialog',
        kind: 'prompt',
        message: `\ufffd${long}`.slice(0, DIALOG_TEXT_LIMIT),
        answer: long.slice(0, DIALOG_TEXT_LIMIT),
      },
    ]);
  });

  it('keeps none that the browser did not show', () => {
    // Made before, so that it is not later however busy the machine is.
    const closed = new CustomEvent(DIALOG_CLOSED, { detail: null });
    report(DIALOG_OPENING, 'alert:in a sandbox');
    carrier.dispatchEvent(closed);
    expect(capture.actions()).toEqual([]);
  });

  it('masks the answer to who asks for a secret, and names the press that it comes of', async () => {
    const button = document.createElement('button');
    button.textContent = 'Unlock';
    button.addEventListener('click', () => {
      report(DIALOG_OPENING, 'prompt:Enter your password:');
      answer('hunter2');
    });
    document.body.append(button);
    await userEvent.click(button);
    button.remove();
    const [click, dialog] = capture.turns();
    expect(dialog?.action).toMatchObject({ answer: '••••••' });
    expect(dialog?.causedBy).toBe(click?.turnId);
  });
});
