import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createShadowRoots } from '../../dom/snapshot/shadow-roots.ts';
import { createUids } from '../../dom/snapshot/uids.ts';
import { Masking } from './masking.ts';

let stop: AbortController;
let stage: HTMLElement;
let masking: Masking;

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
  const uids = createUids(1);
  const shadowRoots = createShadowRoots(uids);
  const tools = { uids, shadowRoots, token: 'own', tokensOf: () => [] };
  masking = new Masking(document, tools, stop.signal);
});
afterEach(() => {
  stop.abort();
  stage.remove();
});

function addEditor(style: string): HTMLElement {
  const editor = document.createElement('div');
  editor.contentEditable = 'true';
  editor.style.cssText = style;
  editor.textContent = 'text';
  stage.append(editor);
  return editor;
}

describe('an editor', () => {
  it('whose text is shown as dots is secret from the first question on, and covered', () => {
    const editor = addEditor('-webkit-text-security: disc');
    expect(masking.isSecret(editor)).toBe(true);
    editor.style.cssText = '';
    expect(masking.isSecret(editor)).toBe(true);
    expect(masking.measure().boxes).not.toEqual([]);
  });

  it('is not otherwise, nor for being taken out of the page with what it holds', () => {
    const editor = addEditor('');
    expect(masking.isSecret(editor)).toBe(false);
    editor.remove();
    expect(masking.isSecret(editor)).toBe(false);
    expect(masking.measure().boxes).toEqual([]);
  });
});
