import { describe, expect, it } from 'vitest';
import { isMasked, isSecretField } from './secret.ts';

describe('isSecretField', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['INPUT', { type: 'password' }, true],
    ['input', { type: 'Password' }, true],
    ['INPUT', { type: 'text', autocomplete: 'shipping CC-NUMBER' }, true],
    ['SELECT', { autocomplete: 'cc-exp-month' }, true],
    ['INPUT', { autocomplete: 'username' }, false],
    ['INPUT', {}, false],
    ['DIV', { type: 'password' }, false],
  ])('%s with %j', (tagName, attributes, secret) => {
    expect(isSecretField(tagName, attributes)).toBe(secret);
  });
});

describe('isMasked', () => {
  it.each([
    ['', true],
    ['••••••', true],
    ['****', true],
    ['••••1', false],
    ['hunter2', false],
  ])('%j', (text, masked) => {
    expect(isMasked(text)).toBe(masked);
  });
});
