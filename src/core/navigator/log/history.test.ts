import { expect, it } from 'vitest';
import type { Receipt } from '../../action/receipt.ts';
import { HISTORY } from './history.ts';
import { createRunLog } from './run-log.ts';

const ACTION = { intent: 'change', uid: 'w', value: 'true' } as const;
const ON: Receipt = { verdict: 'changed', changes: [], asAsked: true };

function open() {
  const log = createRunLog(() => ({ id: 'id', at: 0 }));
  const history = log.project(HISTORY);
  return {
    hear: (message: string) =>
      log.append({ type: 'began', message, tabId: 1, url: '', carried: null }),
    note: log.append,
    readBefore: () => history().entries.slice(0, -1),
  };
}

it('reports to later runs that the page reverted an action', () => {
  const history = open();
  history.hear('turn on Wi-Fi');
  const turnId = 't';
  const description = 'Choose “true” in Wi-Fi';
  history.note({ type: 'acting', turnId, action: ACTION, target: null, description });
  history.note({ type: 'acted', turnId, receipt: ON, description: 'Wi-Fi is now on' });
  const receipt: Receipt = { ...ON, asAsked: false };
  const reply = 'the page took it back';
  history.note({ type: 'acted', turnId, receipt, description: reply, later: true });
  history.hear('and now?');
  expect(history.readBefore()).toMatchObject([
    { kind: 'said', speaker: 'instructor' },
    { kind: 'acted', outcome: 'Wi-Fi is now on' },
    { kind: 'said', text: `(Later: ${description}: ${reply}.)` },
  ]);
});

it('keeps the receipts of two actions apart', () => {
  const history = open();
  const acting = { type: 'acting', action: ACTION, target: null } as const;
  const acted = { type: 'acted', receipt: ON } as const;
  history.note({ ...acting, turnId: 'a', description: 'Turn on Wi-Fi' });
  history.note({ ...acted, turnId: 'a', description: 'Wi-Fi is now on' });
  history.note({ ...acting, turnId: 'b', description: 'Turn on Bluetooth' });
  history.note({ ...acted, turnId: 'a', description: 'it went back', later: true });
  history.note({ ...acted, turnId: 'b', description: 'Bluetooth is now on' });
  history.hear('and now?');
  expect(history.readBefore()).toMatchObject([
    { description: 'Turn on Wi-Fi', outcome: 'Wi-Fi is now on' },
    { text: '(Later: Turn on Wi-Fi: it went back.)' },
    { description: 'Turn on Bluetooth', outcome: 'Bluetooth is now on' },
  ]);
});
