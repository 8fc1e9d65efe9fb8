import { describe, expect, it } from 'vitest';
import {
  isMasked,
  isSearchedField,
  isSecretField,
  MASK,
  maskAction,
  readSecretArgument,
} from './secret-fields.ts';

describe('isSecretField', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['INPUT', { type: 'password' }, true],
    ['input', { type: 'Password' }, true],
    ['INPUT', { type: 'text', autocomplete: 'shipping CC-NUMBER' }, true],
    ['SELECT', { autocomplete: 'cc-exp-month' }, true],
    ['INPUT', { autocomplete: 'username' }, false],
    ['INPUT', { type: 'text', autocomplete: 'new-password' }, true],
    ['INPUT', { type: 'text', autocomplete: 'new-password', role: 'combobox' }, false],
    ['INPUT', { type: 'password', autocomplete: 'new-password', role: 'combobox' }, true],
    ['INPUT', { autocomplete: 'one-time-code', role: 'combobox' }, true],
    ['INPUT', { autocomplete: 'off', role: 'combobox', name: 'password' }, true],
    ['INPUT', {}, false],
    ['DIV', { type: 'password' }, false],
    ['INPUT', { name: 'cardNumber' }, true],
    ['INPUT', { name: 'cardNumber4' }, true],
    ['INPUT', { id: 'otp1' }, true],
    ['INPUT', { id: 'cvc2' }, true],
    ['INPUT', { type: 'tel', id: 'billing[card-number]' }, true],
    ['INPUT', { name: 'user_password' }, true],
    ['INPUT', { id: 'otp-code' }, true],
    ['INPUT', { name: 'cvc' }, true],
    ['INPUT', { name: 'promo-code' }, false],
    ['INPUT', { name: 'gift_card' }, false],
    ['INPUT', { name: 'passenger' }, false],
    ['INPUT', { type: 'checkbox', name: 'show-password' }, false],
    ['INPUT', { type: 'hidden', name: 'password' }, false],
    ['SELECT', { name: 'card-number' }, false],
  ])('%s with %j', (tagName, attributes, secret) => {
    expect(isSecretField(tagName, attributes)).toBe(secret);
  });
});

describe('isSearchedField', () => {
  it.each<[Record<string, string>, boolean]>([
    [{ type: 'password' }, true],
    [{ autocomplete: 'billing cc-number' }, true],
    [{ autocomplete: 'cc-csc' }, true],
    [{ autocomplete: 'cc-name' }, false],
    [{ autocomplete: 'section-a CC-EXP-MONTH' }, false],
  ])('%j: %s', (attributes, searched) => {
    expect(isSearchedField(attributes)).toBe(searched);
  });
});

describe('maskAction', () => {
  it('takes out what was typed and keeps the rest', () => {
    expect(maskAction({ intent: 'textInput', uid: 'u', text: 'x' })).toEqual({
      intent: 'textInput',
      uid: 'u',
      text: MASK,
    });
    expect(maskAction({ intent: 'change', uid: 'u', value: '' }).value).toBe('');
    expect(maskAction({ intent: 'press', uid: 'u', key: 'k' }).key).toBe(MASK);
    expect(maskAction({ intent: 'press', uid: 'u', key: 'Enter' }).key).toBe('Enter');
    expect(maskAction({ intent: 'click', uid: 'u' })).toEqual({ intent: 'click', uid: 'u' });
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

it('masks arguments of a page’s tool that are called as secrets are', () => {
  const input = '{"user":"ada","password":"hunter2","card":{"cardNumber":"4929"},"pin":""}';
  const action = { intent: 'callTool', tool: 'log_in', input } as const;
  expect(JSON.parse(maskAction(action).input)).toEqual({
    ...{ user: 'ada', password: MASK, card: { cardNumber: MASK }, pin: '' },
  });
  expect(readSecretArgument(input)).toBe('hunter2');
  expect(readSecretArgument('{"q":"lamp"}')).toBeNull();
});
