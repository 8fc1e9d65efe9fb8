import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { stitchFrame } from '../../../core/snapshot/stitch.ts';
import { maskRegions, maskTexts, readUnmaskedText } from './mask-markup.ts';
import { measureMasks, createRegions } from './regions.ts';
import { createSecrets } from './secrets.ts';
import { createShadowRoots } from '../shadow-roots.ts';
import { takeFrame } from '../take.ts';
import { createUids } from '../uids.ts';

const regions = createRegions();
const secrets = createSecrets(regions);
let stage: HTMLElement;

beforeEach(() => {
  stage = document.createElement('main');
  document.body.append(stage);
  regions.set(['.hush', '[data-hush] > p']);
});
afterEach(() => {
  stage.remove();
});

/** As the content script does it. */
function take(): RawFrame {
  const uids = createUids(1);
  const shadowRoots = createShadowRoots(uids);
  const taken = takeFrame(document, {
    uids,
    shadowRoots,
    token: 'own',
    boxes: 'viewport',
    isSecret: secrets.isSecret,
  });
  if (!taken.ok) throw new Error(taken.reason);
  const { raw } = taken;
  const parts = [document, ...shadowRoots.list()].flatMap((root) => regions.list(root));
  const html = maskRegions(raw, new Set(parts.map((part) => raw.uids.indexOf(uids.of(part)))));
  if (html === null) throw new Error('not masked');
  return { ...raw, html };
}

function find(selector: string): Element {
  const found = stage.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

describe('maskRegions', () => {
  it('takes texts and telling attributes out, and leaves everything else and the tags', () => {
    stage.innerHTML = `<p title="open">open</p><div class="hush" id="h" title="hush1">hush2 <b data-x="hush3">hush4</b>
      <img alt="hush5" src="data:hush6" width="3"><input value="hush7"><textarea>hush8</textarea>
      <select><option value="hush9" selected>hush10</select><!-- hush11 --><script type="x">hush12 < 3</script>
      <svg><text>hush13</text></svg></div><p>open &amp; clear</p><section data-hush><p>hush14<p>hush15</section>tail`;
    const raw = take();
    const stitched = stitchFrame(raw);
    expect(stitched.exact).toBe(true);
    expect(JSON.stringify([raw.html, raw.edits])).not.toContain('hush1');
    expect(JSON.stringify([stitched.html, raw.edits]).match(/hush\d+/g)).toBeNull();
    const again = new DOMParser().parseFromString(stitched.html, 'text/html');
    const main = again.querySelector('main:last-of-type');
    expect(main?.querySelectorAll('*')).toHaveLength(stage.querySelectorAll('*').length);
    expect(main?.querySelector('.hush')?.id).toBe('h');
    expect(main?.querySelector('img')?.getAttribute('width')).toBe('3');
    expect(Array.from(main?.querySelectorAll('main > p') ?? [], (p) => p.textContent)).toEqual([
      'open',
      'open & clear',
    ]);
    expect(main?.textContent.trimEnd().endsWith('tail')).toBe(true);
  });

  it('reaches into shadow roots and finds parts inside them', () => {
    stage.innerHTML = '<div class="hush"></div><div id="open"></div>';
    find('.hush').attachShadow({ mode: 'open' }).innerHTML = '<i>hush1</i>';
    find('#open').attachShadow({ mode: 'open' }).innerHTML = '<i>open</i><i class="hush">hush2</i>';
    const { html } = stitchFrame(take());
    expect(html).not.toMatch(/hush\d/);
    expect(html).toContain('>open</i>');
    const inside = find('.hush').shadowRoot?.firstElementChild;
    expect(inside && secrets.isSecret(inside)).toBe(true);
  });

  it('changes nothing without selectors, and passes over what is none', () => {
    stage.innerHTML = '<p class="hush">hush1</p>';
    regions.set([]);
    expect(take().html).toContain('hush1');
    regions.set(['p:not(', '.hush']);
    expect(take().html).not.toContain('hush1');
  });
});

describe('texts around hidden parts', () => {
  it('leave out what is in them', () => {
    stage.innerHTML = '<p>My <b class="hush">hush1 <i>hush2</i></b> account</p>';
    const hidden = regions.list(document);
    expect(readUnmaskedText(stage, hidden)).toBe('My •••••• account');
    expect(maskTexts('My hush1 hush2 account, hush2', hidden)).toBe('My •••••• account, ••••••');
    expect(readUnmaskedText(stage, [])).toBe('My hush1 hush2 account');
  });
});

describe('measureMasks', () => {
  it('covers secret fields, empty or not, and parts with all that sticks out of them', () => {
    stage.innerHTML = `<input type="password" style="position:absolute;left:10px;top:20px;width:100px;height:30px;box-sizing:border-box">
      <input autocomplete="cc-number" style="display:none"><input>
      <div class="hush" style="position:absolute;left:200px;top:20px;width:50px;height:10px">
      <span style="position:absolute;left:100px;top:40px;width:60px;height:20px">x</span></div>`;
    const fields = secrets.list(document);
    const parts = regions.list(document);
    const report = measureMasks(window, 'own', { fields, regions: parts, frames: [] });
    expect(report.boxes).toEqual([
      { x: 10, y: 20, width: 100, height: 30 },
      { x: 200, y: 20, width: 50, height: 10 },
      expect.objectContaining({ x: 300, y: 60, width: 60, height: 20 }),
    ]);
    expect(report).toMatchObject({ token: 'own', children: [], pinch: null });
  });

  it('says where frames are, each with its tokens', () => {
    stage.innerHTML =
      '<iframe style="position:absolute;left:10px;top:20px;width:100px;height:50px;border:5px solid;padding:0"></iframe>';
    const element = find('iframe') as HTMLIFrameElement;
    const { children } = measureMasks(window, 'own', {
      fields: [],
      regions: [],
      frames: [{ element, tokens: ['old', 'new'] }],
    });
    expect(children.map(({ token }) => token)).toEqual(['old', 'new']);
    expect(children[1]).toEqual({
      token: 'new',
      place: { x: 15, y: 25, scaleX: 1, scaleY: 1 },
      box: { x: 10, y: 20, width: 110, height: 60 },
    });
  });

  it.each([
    ['turned', 'transform:rotate(20deg)', true],
    ['mirrored', 'scale:-1 1', true],
    ['tilted', 'transform:perspective(300px) rotateY(40deg)', true],
    ['larger and moved', 'transform:scale(1.5) translate(10px)', undefined],
  ])('says of a frame in a part that is %s whether its place tells all', (_, style, askew) => {
    stage.innerHTML = `<div style="${style}"><iframe></iframe></div>`;
    const element = find('iframe') as HTMLIFrameElement;
    const frames = [{ element, tokens: ['own'] }];
    const { children } = measureMasks(window, 'top', { fields: [], regions: [], frames });
    expect(children[0]?.askew).toBe(askew);
  });

  it('covers boxes for the digits of a code, and no puzzle', () => {
    const row = (count: number, more: string): string =>
      `<div>${`<span><input maxlength="1" ${more}></span>`.repeat(count)}</div>`;
    stage.innerHTML = row(6, 'inputmode="numeric"');
    expect(secrets.list(document)).toHaveLength(6);
    for (const puzzle of [row(9, 'inputmode="numeric"'), row(5, '')]) {
      stage.innerHTML = puzzle;
      expect(secrets.list(document)).toEqual([]);
    }
  });

  it('covers fields that show dots, also once they do not, and those that hold what was typed elsewhere', () => {
    stage.innerHTML = '<input style="-webkit-text-security:disc"><input><input value="plain">';
    const [dotted, other] = stage.querySelectorAll('input');
    expect(secrets.list(document)).toEqual([dotted]);
    if (!dotted || !other) throw new Error('no fields');
    dotted.style.cssText = '';
    secrets.askAboutValues((value) => value === 'hunter2!x');
    other.value = 'hunter2!x';
    expect(secrets.list(document)).toEqual([dotted, other]);
    secrets.askAboutValues(() => false);
    other.value = '';
    expect(secrets.list(document)).toEqual([dotted, other]);
  });

  it('keeps covering a field that was a password, and one named as secret', async () => {
    stage.innerHTML = '<input type="password"><input name="cardNumber"><input name="city">';
    const stop = new AbortController();
    secrets.watch(document, stop.signal);
    (find('input') as HTMLInputElement).type = 'text';
    await Promise.resolve();
    expect(secrets.list(document)).toEqual([find('input'), find('[name=cardNumber]')]);
    stop.abort();
  });
});
