import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createSecretSearch } from '../../../core/demonstration/secrets/search.ts';
import type { SecretDigest } from '../../../core/demonstration/secrets/digest.ts';
import { createSecrets } from '../../snapshot/secrets/secrets.ts';
import { watchTypedSecrets } from './typed-secrets.ts';

const SALT = '00112233445566778899aabbccddeeff';
const SECRET = 'hunter2!x';

let stop: AbortController;
let stage: HTMLElement;
let reports: SecretDigest[][];
let html: string;
let typed: ReturnType<typeof watchTypedSecrets>;

beforeEach(() => {
  stop = new AbortController();
  reports = [];
  html = '<p>nothing</p>';
  stage = document.createElement('main');
  stage.innerHTML = `<input id="p" type="password"><input id="q"><input id="n" autocomplete="cc-name">`;
  document.body.append(stage);
  typed = watchTypedSecrets(
    {
      document,
      shadowRootOf: () => null,
      isSecret: createSecrets().isSecret,
      lastHtml: () => html,
      newSalt: () => SALT,
      report: (digests) => reports.push(digests),
    },
    stop.signal,
  );
});
afterEach(() => {
  stop.abort();
  stage.remove();
});

function field(id: string): HTMLInputElement {
  const found = stage.querySelector(`#${id}`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no ${id}`);
  return found;
}

function finds(text: string): boolean {
  return createSecretSearch(reports.flat()).find(text).length > 0;
}

describe('watchTypedSecrets', () => {
  it('reports a value once, when its field is done with, and not the way there', async () => {
    await userEvent.type(field('p'), SECRET);
    expect(reports).toEqual([]);
    await userEvent.click(field('q'));
    expect(reports).toHaveLength(1);
    expect(finds(`a ${SECRET} b`)).toBe(true);
    expect(finds('a hunter2 b')).toBe(false);
    expect(JSON.stringify(reports)).not.toContain('hunter');
    typed.flush();
    expect(reports).toHaveLength(1);
  });

  it('reports what stands there when asked, and what was replaced', async () => {
    await userEvent.type(field('p'), SECRET);
    typed.flush();
    expect(finds(SECRET)).toBe(true);
    await userEvent.clear(field('p'));
    await userEvent.type(field('p'), 'another1!');
    field('p').value = '';
    await userEvent.type(field('p'), 'third3!!');
    expect(finds('another1!')).toBe(true);
    expect(finds('third3!!')).toBe(false);
  });

  it('reports a number typed in parts as a whole', async () => {
    stage.innerHTML = ['a', 'b', 'c', 'd']
      .map((id) => `<input id="${id}" maxlength="4" autocomplete="cc-number">`)
      .join('');
    await userEvent.type(field('a'), '4556');
    await userEvent.type(field('b'), '7375');
    await userEvent.type(field('c'), '8689');
    await userEvent.type(field('d'), '9855');
    typed.flush();
    expect(finds('4556737586899855')).toBe(true);
    expect(finds('4556 7375 8689 9855')).toBe(true);
  });

  it('knows what was typed where it stands in another field, and nothing that may be there by chance', async () => {
    await userEvent.type(field('p'), SECRET);
    expect(typed.isTyped(SECRET)).toBe(true);
    expect(typed.isTyped('hunter2')).toBe(false);
    await userEvent.type(field('q'), 'other');
    expect(typed.isTyped(SECRET)).toBe(true);
    await userEvent.fill(field('p'), '1234');
    expect(typed.isTyped('1234')).toBe(false);
  });

  it('reports nothing of other fields, of a card’s holder, and of what a page or script says itself', async () => {
    await userEvent.type(field('q'), SECRET);
    await userEvent.type(field('n'), 'Ada Lovelace');
    html = '<p>The password is hunter2!x</p>';
    await userEvent.type(field('p'), SECRET);
    typed.flush();
    field('p').value = 'by script 1';
    field('p').dispatchEvent(new Event('input', { bubbles: true }));
    typed.flush();
    expect(reports).toEqual([]);
  });

  it('takes the copilot’s text, and stops when told to', async () => {
    typed.note(field('q'), SECRET);
    expect(reports).toEqual([]);
    typed.note(field('p'), SECRET);
    expect(finds(SECRET)).toBe(true);
    stop.abort();
    await userEvent.type(field('p'), 'later1!!');
    typed.flush();
    expect(finds('later1!!')).toBe(false);
  });
});
