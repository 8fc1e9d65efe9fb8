/** Acting on pages that make it hard: redrawn, dialogs, files, real input only. */
import { askCopilot } from '../scripts/ask-copilot.mjs';
import { expect, findUid, sendAs, test } from './fixtures/connected.ts';
import { openMadePage, send } from './fixtures/conversation.ts';

const BIG = 9 * 1024 * 1024 + 7;
const LISTING = `<ul id="list"></ul><script>
  function tell(files) {
    for (const file of files) {
      const item = document.createElement('li');
      list.append(item);
      file.arrayBuffer().then((bytes) => {
        const view = new Uint8Array(bytes);
        item.textContent = file.name + ', ' + view.length + ' bytes, last ' + view.at(-1);
      });
    }
  }
</script>`;

function bytes(size: number): Buffer {
  const all = Buffer.alloc(size, 1);
  all[size - 1] = 42;
  return all;
}

test('puts a picked file, however large, into a file input', async ({
  app,
  page,
  panel,
  connect,
}) => {
  await openMadePage(
    page,
    `<label>Résumé <input type="file" id="cv" onchange="tell(this.files)"></label>${LISTING}`,
  );
  const uid = await findUid(app, panel, page, 'Résumé');
  // Made there: Playwright takes half a minute to send it.
  await panel.getByLabel('Files to attach').evaluate((input: HTMLInputElement, size) => {
    const content = new Uint8Array(size).fill(1);
    content[size - 1] = 42;
    const picked = new DataTransfer();
    picked.items.add(new File([content], 'cv.pdf', { type: 'application/pdf' }));
    input.files = picked.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, BIG);
  await expect(panel.getByRole('list', { name: 'Attached files' })).toContainText('cv.pdf');
  const endpoint = await connect([
    `upload(uid="${uid}", files=["cv.pdf"])`,
    'done(utterance="Your résumé is in.")',
  ]);
  const events = await sendAs(app, panel, page, 'add my résumé', 'once');
  await expect(page.getByRole('listitem')).toHaveText([`cv.pdf, ${BIG} bytes, last 42`]);
  const acted = events.find(({ type }) => type === 'acted');
  expect(acted).toMatchObject({ receipt: { verdict: 'changed', asAsked: true } });
  expect(JSON.stringify(acted)).toContain('cv.pdf');
  expect(endpoint.requests[0]?.messages.at(-1)?.content).toContain('"cv.pdf"');
});

test('drops files on a zone whose input is hidden, and empties itself', async ({
  app,
  page,
  panel,
  connect,
}) => {
  await openMadePage(
    page,
    `<div id="zone" role="button" tabindex="0" style="padding:40px">Drop files here
      <input type="file" hidden multiple onchange="tell(this.files); this.value = ''"></div>${LISTING}`,
  );
  const uid = await findUid(app, panel, page, 'Drop files here');
  await panel.getByLabel('Files to attach').setInputFiles([
    { name: 'a.txt', mimeType: 'text/plain', buffer: bytes(3) },
    { name: 'b, c.txt', mimeType: 'text/plain', buffer: bytes(4) },
  ]);
  await connect([`upload(uid="${uid}", files=["b, c.txt", "a.txt"])`, 'done()']);
  const events = await sendAs(app, panel, page, 'upload both', 'once');
  await expect(page.getByRole('listitem')).toHaveText([
    'b, c.txt, 4 bytes, last 42',
    'a.txt, 3 bytes, last 42',
  ]);
  expect(events.find(({ type }) => type === 'acted')).toMatchObject({
    receipt: { verdict: 'changed', asAsked: true },
  });
});

test('says what to do where a file is wanted and none was picked', async ({ app, page, panel }) => {
  await openMadePage(page, '<label>Photo <input type="file"></label>');
  const events = await sendAs(app, panel, page, 'click Photo', 'once');
  const refused = events.find(({ type }) => type === 'refused');
  expect(JSON.stringify(refused)).toContain('attach the file in Wayscribe’s message box');
});

test('continues past a dialog that an action opens, and reports it', async ({ page, panel }) => {
  await openMadePage(
    page,
    `<button onclick="alert('Really saved'); document.title = 'went on'">Save</button>`,
  );
  const dialog = page.waitForEvent('dialog');
  // With a listener Playwright leaves the dialog open.
  const reported = askCopilot(panel, 'click Save');
  const opened = await dialog;
  expect((await reported).join('\n')).toContain('a dialog of the browser’s own is open');
  await opened.accept();
  await expect(page).toHaveTitle('went on');
  const after = await askCopilot(panel, 'scroll down');
  expect(after.join('\n')).not.toContain('still under way');
});

test('finds an element again on a page that keeps redrawing it', async ({ page, panel }) => {
  await openMadePage(
    page,
    `<ul id="list"></ul><script>
      const names = ['Lamp', 'Chair', 'Table'];
      const draw = () => {
        names.push(names.shift());
        list.innerHTML = names.map((name) => '<li><b>' + name + '</b> <button onclick="document.title = \\'' + name + '\\'">Remove</button></li>').join('');
      };
      draw();
      setInterval(draw, 600);
    </script>`,
  );
  await askCopilot(panel, 'click Remove for Chair');
  await expect.poll(() => page.title()).toBe('Chair');
});

test('hands the page over when only a real mouse works', async ({ page, panel }) => {
  await openMadePage(
    page,
    `<style>nav ul { display: none } nav:hover ul { display: block }</style>
     <nav><a href="#shop">Shop</a><ul><li><a href="#lamps">Lamps</a></li></ul></nav>`,
  );
  await send(panel, 'hover over Shop');
  await expect(panel.getByRole('log')).toContainText(
    'please point at Shop yourself, then press “Hand back”',
  );
  await page.getByText('Shop').hover();
  await panel.getByRole('button', { name: 'Hand back' }).click();
  await expect(panel.getByRole('log')).toContainText('You did that yourself.');
});
