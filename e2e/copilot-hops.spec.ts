/** A task over two sites: the hops are listed, done only by what is there, and the instructor's to change. */
import type { Page } from '@playwright/test';
import { closePanel, openPanel } from '../scripts/panel.mjs';
import { expect, test } from './fixtures/connected.ts';
import { send } from './fixtures/conversation.ts';
import { waitForLastKept } from './fixtures/journal.ts';
import { endRecording, startRecording } from './fixtures/recorded.ts';
import { exportAs, findRows, openStudio } from './fixtures/studio.ts';
import type { ScriptedRequest } from './fixtures/scripted-endpoint.ts';

function findHops(panel: Page) {
  return panel.getByRole('region', { name: 'Hops' });
}

function findHop(panel: Page, text: string) {
  return findHops(panel).getByRole('listitem').filter({ hasText: text });
}

function readText(request: ScriptedRequest | undefined): string {
  return JSON.stringify(request?.messages ?? []).replaceAll('\\"', '"');
}

test('works through two sites, and completes a hop only on evidence', async ({
  connect,
  page,
  panel,
  practice,
}) => {
  const { url, otherUrl } = practice;
  const [here, there] = [new URL(url).host, new URL(otherUrl).host];
  const endpoint = await connect([
    `plan(hops=["${here}: find the shop", "${there}: see the notes"])\nload(url="${url}shop/")`,
    // Nothing of the kind is on the page: neither this is taken, nor what builds on it done.
    `hop_done(hop=1, evidence="Sold out until next year")\nload(url="${otherUrl}notes/")`,
    `hop_done(hop=1, evidence="Kettle House")\nload(url="${otherUrl}notes/")`,
    'done(utterance="I have seen both.")',
    // Seen on the other site, it shows nothing of this one.
    'hop_done(hop=2, evidence="Kettle House")',
    'hop_done(hop=2, evidence="Notes")\ndone(utterance="Both are seen.")',
  ]);
  await send(panel, `find the shop on ${here}, then see the notes on ${there}`);
  await expect(panel.getByRole('log').getByText('Both are seen.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${otherUrl}notes/`);
  expect(endpoint.requests).toHaveLength(6);
  const reported = endpoint.requests.map(readText);
  expect(reported[1]).toContain(`1. [now] find the shop (on ${here})`);
  expect(reported[2]).toContain('Hop 1 stays open: “Sold out until next year” was read neither');
  expect(reported[3]).toContain('1. [done] find the shop');
  expect(reported[4]).toContain('You said that all is done, but hops are open: “see the notes”');
  expect(reported[5]).toContain('Hop 2 stays open: “Kettle House”');

  await expect(findHops(panel).getByText('2 of 2 done', { exact: true })).toBeVisible();
  const first = findHop(panel, 'find the shop');
  await expect(first.getByRole('checkbox')).toBeChecked();
  await first.getByText('Evidence', { exact: true }).click();
  await expect(first.getByText(`Read on ${here}: “Kettle House”`)).toBeVisible();
});

test('keeps the instructor’s changes when the panel closes, and puts them into the next prompt', async ({
  app,
  connect,
  page,
  panel,
}) => {
  const endpoint = await connect([
    'plan(hops=["a.example: find a lamp", "b.example: order it", "c.example: pay it"])\nask(utterance="Which colour?")',
    'say(speaker="navigator", utterance="Blue it is.")',
  ]);
  await send(panel, 'find a lamp and order it');
  await expect(findHop(panel, 'pay it')).toBeVisible();
  await expect(findHop(panel, 'find a lamp')).toHaveAttribute('aria-current', 'step');
  const hops = findHops(panel);
  await hops.getByRole('button', { name: 'Edit', exact: true }).click();
  await hops.getByRole('button', { name: 'Remove: pay it' }).click();
  await hops
    .getByRole('textbox', { name: 'Hop 1', exact: true })
    .fill('a.example: find a blue lamp');
  await hops.getByRole('textbox', { name: 'New hop' }).fill('d.example: write it down');
  await hops.getByRole('button', { name: 'Add', exact: true }).click();
  await hops.getByRole('button', { name: 'Move up: write it down' }).click();
  await expect(hops.getByRole('button', { name: 'Move up: write it down' })).toBeFocused();
  await hops.getByRole('button', { name: 'Done', exact: true }).click();
  await findHop(panel, 'find a blue lamp').getByRole('checkbox').check();
  await expect(findHop(panel, 'write it down')).toHaveAttribute('aria-current', 'step');
  await expect(panel.getByRole('button', { name: 'Stop copilot' })).toHaveCount(0);
  const hopsKept = [{ state: 'done' }, { state: 'open' }, { state: 'open' }];
  await waitForLastKept(panel, { type: 'hops', list: { hops: hopsKept } });
  await closePanel(panel);

  const again = await openPanel(app, page);
  await expect(findHops(again).getByText('1 of 3 done', { exact: true })).toBeVisible();
  await send(again, 'blue');
  await expect(again.getByRole('log').getByText('Blue it is.', { exact: true })).toBeVisible();
  const reported = readText(endpoint.requests[1]);
  expect(reported).toMatch(
    /1\. \[done, says the instructor\] find a blue lamp.*2\. \[now\] write it down.*3\. \[open\] order it/,
  );
  expect(reported).not.toContain('pay it');
  await closePanel(again);
});

test('the instructor can start a list, and the first prompt contains it', async ({
  connect,
  panel,
}) => {
  const endpoint = await connect(['ask(utterance="Which lamp?")']);
  await panel.getByRole('button', { name: 'Plan hops' }).click();
  const hops = findHops(panel);
  await expect(hops.getByRole('textbox', { name: 'New hop' })).toBeFocused();
  await panel.keyboard.type('a.example: find a lamp\n');
  await panel.keyboard.type('b.example: order it\n');
  await hops.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(findHop(panel, 'find a lamp')).toHaveAttribute('aria-current', 'step');
  await expect(panel.getByRole('button', { name: 'Plan hops' })).toHaveCount(0);
  await send(panel, 'get me a lamp');
  await expect(panel.getByRole('log').getByText('Which lamp?', { exact: true })).toBeVisible();
  expect(readText(endpoint.requests[0])).toMatch(/1\. \[now\] find a lamp.*2\. \[open\] order it/);
});

test('a demonstration saves hops with their evidence, for Studio and MMInA', async ({
  app,
  connect,
  page,
  panel,
  practice,
}) => {
  const { url, otherUrl } = practice;
  const [here, there] = [new URL(url).host, new URL(otherUrl).host];
  await page.goto(url);
  await connect([
    `plan(hops=["${here}: find the shop", "${there}: see the notes", "write to Ada"])\nload(url="${url}shop/")`,
    `hop_done(hop=1, evidence="Kettle House")\nload(url="${otherUrl}notes/")`,
    'hop_done(hop=2, evidence="Notes")\nask(utterance="What shall I write?")',
  ]);
  await startRecording(panel);
  await send(panel, `find the shop on ${here}, see the notes on ${there} and write to Ada`);
  const asked = panel.getByRole('log').getByText('What shall I write?', { exact: true });
  await expect(asked).toBeVisible();
  await endRecording(panel);

  const studio = await openStudio(app);
  const row = findRows(studio).first();
  const task = JSON.parse(String((await exportAs(app, row, 'MMInA task')).bytes)) as object;
  expect(task).toMatchObject({
    procedure: [here, there, 'end'],
    wayscribe: {
      hops: [
        { text: 'find the shop', site: here, shown: 'Kettle House' },
        { text: 'see the notes', site: there, shown: 'Notes' },
        { text: 'write to Ada', site: null, shown: null },
      ],
    },
  });
  await row.getByRole('button').first().click();
  await studio.getByText('Hops: 2 of 3 done', { exact: true }).click();
  await expect(studio.getByText(`Read on ${here}: “Kettle House”`)).toBeVisible();
  await expect(studio.getByText('No evidence that it was done.')).toBeVisible();
});
