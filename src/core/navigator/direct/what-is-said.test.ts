import { expect, it } from 'vitest';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;
const EDITOR = `<h1>JSON</h1><table>${['firstName John', 'lastName Doe', 'gender male']
  .map((pair) => pair.split(' '))
  .map(
    ([key = '', value = '']) =>
      `<tr><td><div contenteditable title="${key === 'lastName' ? 'Last Name' : key}" data-t=${key}>${key}</div></td><td><div contenteditable>${value}</div></td></tr>`,
  )
  .join('')}</table>`;

it('asks before it replaces the text of an editable part of the page', async () => {
  const { ports, done } = openPage(EDITOR);
  const reply = await send('change firstName to Maria', ports, live);
  expect(done).toEqual([]);
  expect(reply.outcome).toBe('asked');
});

it('does not take a verb for a misspelt name, and presses no field for it', async () => {
  const { ports, done } = openPage(EDITOR);
  const reply = await send('rename the field lastName to surname', ports, live);
  expect(done).toEqual([]);
  expect(reply.outcome).not.toBe('done');
});

it('does to each of a list what it is asked to do to the first', async () => {
  const names = ['Ada', 'Bob'];
  const { ports, done } = openPage(
    names
      .map(
        (name) =>
          `<article><h2><a href="#${name}" data-t=open${name}>${name}</a></h2><button data-t=${name}>Close</button></article>`,
      )
      .join(''),
  );
  await send('close Ada and Bob', ports, live);
  expect(done).toEqual(names.map((uid) => ({ intent: 'click', uid })));
});

it.each<[string, Done[]]>([
  ['open the messages at the top', []],
  ['open the messages at the bottom', [{ intent: 'click', uid: 'low' }]],
])('looks in the part of the page that was named: %s', async (message, actions) => {
  const { ports, done } = openPage(
    '<div style="height:30px"><a href="#home" data-t=home data-box="0 0 80 20">Home</a></div><a href="#m" data-t=low data-box="0 560 80 20">Messages</a>',
  );
  await send(message, ports, live);
  expect(done).toEqual(actions);
});
