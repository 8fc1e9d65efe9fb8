import { describe, expect, it } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { captureOnStage } from '../capture.fixture.ts';

const here = captureOnStage();

function add(html: string): (selector: string) => HTMLElement {
  here.stage.innerHTML = html;
  return (selector) => {
    const found = here.stage.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return found;
  };
}

/** As dictation and lists of pictures do. */
const insert = (text: string) => cdp().send('Input.insertText', { text });

describe('text that no key announces', () => {
  it('is typed, however soon after a press on what moved the focus', async () => {
    const find = add('<button>Search</button><input aria-label="Words" />');
    const field = find('input');
    find('button').addEventListener('click', () => field.focus());
    await userEvent.click(find('button'));
    await insert('lamp');
    expect(here.capture.actions()).toEqual([
      { intent: 'click', uid: here.capture.uidOf(find('button')) },
      { intent: 'textInput', uid: here.capture.uidOf(field), text: 'lamp' },
    ]);
  });

  it('has the page as it was just before, not as it was when a message was sent', async () => {
    const field = add('<input aria-label="Message" />')('input');
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' && field instanceof HTMLInputElement) field.value = '';
    });
    field.focus();
    await insert('one');
    await userEvent.keyboard('{Enter}');
    const sentAt = performance.timeOrigin + performance.now();
    await insert('two');
    expect(here.capture.actions()).toMatchObject([
      { intent: 'textInput', text: 'one' },
      { intent: 'press', key: 'Enter' },
      { intent: 'textInput', text: 'two' },
    ]);
    expect(here.capture.turns()[2]?.at).toBeGreaterThan(sentAt);
  });
});

describe('the report of more text', () => {
  const now = (): number => performance.timeOrigin + performance.now();

  it('has the time of the last key in a field, since a picture after that shows the text', async () => {
    add('<input aria-label="City" />')('input').focus();
    await userEvent.keyboard('Rom');
    const before = now();
    await userEvent.keyboard('e');
    const after = now();
    await expect.poll(() => here.capture.revisions()).toHaveLength(1);
    const [{ at = 0, action } = { action: null }] = here.capture.revisions();
    expect(action).toMatchObject({ text: 'Rome' });
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(at).toBeLessThanOrEqual(after + 1);
  });

  it('has no time in an editor, which may put in later what was typed', async () => {
    add('<div contenteditable aria-label="City"></div>')('div').focus();
    await userEvent.keyboard('Rome');
    await expect.poll(() => here.capture.revisions().length).toBeGreaterThan(0);
    expect(here.capture.revisions().at(-1)).not.toHaveProperty('at');
  });
});

describe('text that is replaced whole in one visit of its field', () => {
  const PAUSE_MS = 700;
  const typed = (): unknown[] =>
    here.capture
      .actions()
      .flatMap((action) => (action.intent === 'textInput' ? [action.text] : []));

  it.each(['<input aria-label="City" />', '<div contenteditable aria-label="City"></div>'])(
    'is kept beside what replaced it after a pause: %s',
    async (html) => {
      const field = add(html)('[aria-label]');
      field.focus();
      await userEvent.keyboard('Rome');
      // What is waited for is the pause itself.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await userEvent.tripleClick(field);
      await userEvent.keyboard('Oslo');
      await expect.poll(typed).toEqual(['Rome', 'Oslo']);
      const [, second] = here.capture.turns().filter(({ action }) => action.intent === 'textInput');
      expect(second?.at).toBeGreaterThan(here.capture.turns()[0]?.at ?? Infinity);
    },
  );

  it('is one text without a pause, or where only a part is replaced', async () => {
    const field = add('<input aria-label="City" style="width: 300px" />')('input');
    field.focus();
    await userEvent.keyboard('Rome{Control>}a{/Control}Oslo Sentrum');
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await userEvent.dblClick(field, { position: { x: 10, y: field.offsetHeight / 2 } });
    await userEvent.keyboard('Bergen');
    await expect.poll(typed).toEqual(['Bergen Sentrum']);
  });
});

describe('what the browser sets a field to', () => {
  it('is what the field then holds: the cross of a search field', async () => {
    const field = add('<input type="search" aria-label="Words" style="width: 200px" />')('input');
    field.focus();
    await userEvent.keyboard('lamp{Enter}');
    await userEvent.click(field, { position: { x: 190, y: field.offsetHeight / 2 } });
    await expect
      .poll(() => here.capture.actions())
      .toMatchObject([
        { intent: 'textInput', text: 'lamp' },
        { intent: 'press', key: 'Enter' },
        { intent: 'click' },
        { intent: 'textInput', text: '' },
      ]);
    const [, pressed, , cleared] = here.capture.turns();
    expect(cleared?.at).toBeGreaterThan(pressed?.at ?? Infinity);
  });

  it('is set by each press, and typed into from the next press on', async () => {
    const field = add('<input type="number" aria-label="Count" value="3" style="width: 200px" />')(
      'input',
    );
    await userEvent.click(field, { position: { x: 190, y: 6 } });
    await userEvent.click(field, { position: { x: 20, y: 6 } });
    await userEvent.keyboard('{End}7');
    await userEvent.click(field, { position: { x: 20, y: 6 } });
    await userEvent.keyboard('{End}1');
    field.blur();
    const uid = here.capture.uidOf(field);
    expect(here.capture.actions()).toEqual([
      { intent: 'textInput', uid, text: '4' },
      { intent: 'click', uid },
      { intent: 'click', uid },
      { intent: 'textInput', uid, text: '471' },
      { intent: 'click', uid },
    ]);
  });

  it('is no second turn where a key did it', async () => {
    const field = add('<input type="search" aria-label="Words" />')('input');
    field.focus();
    await userEvent.keyboard('lamp{Escape}');
    expect(field).toHaveProperty('value', '');
    expect(here.capture.actions()).toMatchObject([
      { intent: 'textInput', text: 'lamp' },
      { intent: 'press', key: 'Escape' },
    ]);
  });
});

interface Node {
  backendNodeId: number;
  attributes?: string[];
  children?: Node[];
  contentDocument?: Node;
  frameId?: string;
}

interface Field {
  fieldId: number;
  frameId: string;
}

function findField(node: Node, id: string, frameId = ''): Field | null {
  if (node.attributes?.includes(id)) return { fieldId: node.backendNodeId, frameId };
  const found = (node.children ?? []).map((child) => findField(child, id, frameId));
  if (node.contentDocument) found.push(findField(node.contentDocument, id, node.frameId));
  return found.find((field) => field !== null) ?? null;
}

/** As a person does who picks an address of theirs in the browser's list under the field. */
async function autofill(id: string): Promise<void> {
  const { root } = (await cdp().send('DOM.getDocument', { depth: -1, pierce: true })) as {
    root: Node;
  };
  const field = findField(root, id);
  if (!field) throw new Error(`no ${id}`);
  const values = { NAME_FULL: 'Ada Lovelace', EMAIL_ADDRESS: 'ada@example.org' };
  const fields = Object.entries({ ...values, ADDRESS_HOME_COUNTRY: 'Germany' });
  const address = { fields: fields.map(([name, value]) => ({ name, value })) };
  await cdp().send('Autofill.trigger', { ...field, address });
}

describe('fields that the browser fills in', () => {
  const FORM = `<form>
    <input id="full-name" autocomplete="name" aria-label="Name" />
    <input autocomplete="email" aria-label="Email" />
    <select autocomplete="country" aria-label="Country">
      <option value="FR">France</option><option value="DE">Germany</option>
    </select></form>`;

  it('are turns each, since somebody chose it', async () => {
    const find = add(FORM);
    await userEvent.click(find('#full-name'));
    await autofill('full-name');
    await expect
      .poll(() => here.capture.actions())
      .toEqual([
        { intent: 'click', uid: here.capture.uidOf(find('#full-name')) },
        { intent: 'textInput', uid: here.capture.uidOf(find('#full-name')), text: 'Ada Lovelace' },
        {
          intent: 'textInput',
          uid: here.capture.uidOf(find('[autocomplete=email]')),
          text: 'ada@example.org',
        },
        { intent: 'change', uid: here.capture.uidOf(find('select')), value: 'Germany' },
      ]);
    expect(here.capture.turns().map(({ causedBy }) => causedBy)).toEqual([null, null, null, null]);
  });

  it('ignores fields without focus: pages fill them while they open', async () => {
    // Another form than above: a form that is gone and back within a second is filled by the browser once more.
    const field = add('<input id="buyer" autocomplete="name" aria-label="Buyer" />')('input');
    await userEvent.click(field);
    field.blur();
    await expect.poll(() => document.activeElement).toBe(document.body);
    await autofill('buyer');
    await expect.poll(() => field).toHaveProperty('value', 'Ada Lovelace');
    expect(here.capture.actions()).toMatchObject([{ intent: 'click' }]);
  });
});
