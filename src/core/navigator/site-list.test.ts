import { describe, expect, it } from 'vitest';
import { findHosts, isWithinHost, readHost, explainBlockedSite, validateSites } from './sites.ts';
import { EMPTY_RULES, readRuleBook, setEffect } from './rules/rule-book.ts';

describe('validateSites', () => {
  it('takes hosts, whole addresses and lower levels, each once', () => {
    const text =
      ' Example.com \n\n*.example.com\nhttps://shop.test:8443/cart?x=1\nlocalhost:80\nexample.com';
    expect(validateSites(text)).toEqual({
      ok: true,
      patterns: ['example.com', '*.example.com', 'shop.test:8443', 'localhost:80'],
    });
  });

  it.each([
    '*',
    '*.com*',
    'exa mple.com',
    'example',
    'http://',
    '*.*.test',
    '.example.com',
    'a..b',
  ])('does not take %s', (pattern) => {
    expect(validateSites(pattern)).toMatchObject({ ok: false });
  });
});

describe('judgeSite', () => {
  const isOut = (address: string, deny: string[], allow: string[] = []): boolean =>
    explainBlockedSite(address, { allow, deny }) !== null;
  it.each([
    ['http://evil.test/', ['evil.test'], true],
    ['http://www.evil.test/', ['evil.test'], false],
    ['http://www.evil.test/', ['*.evil.test'], true],
    ['http://evil.test/', ['*.evil.test'], true],
    ['http://notevil.test/', ['*.evil.test'], false],
    ['http://EVIL.test./x', ['evil.test'], true],
    ['http://user@evil.test:8080/', ['evil.test'], true],
    ['https://evil.test/', ['evil.test:8080'], false],
    ['https://evil.test/', ['evil.test:443'], true],
    ['https://xn--bcher-kva.test/', ['bücher.test'], true],
    ['chrome://settings/', ['settings'], false],
  ])('%s against %j: %s', (address, deny, expected) => {
    expect(isOut(address, deny)).toBe(expected);
  });

  it('allows nothing else once something is allowed, and never what is denied', () => {
    expect(isOut('http://a.test/', [], ['b.test'])).toBe(true);
    expect(isOut('http://b.test/', [], ['b.test'])).toBe(false);
    expect(isOut('http://b.test/', ['b.test'], ['b.test'])).toBe(true);
  });
});

describe('hosts', () => {
  it('are found in what a person writes, and not in mail addresses or words', () => {
    const text =
      'Open example.com/cart, then https://Shop.test:8443/x and localhost:5173. Mail ada@mail.test!';
    expect(findHosts(text)).toEqual(['example.com', 'shop.test:8443', 'localhost:5173']);
    expect(findHosts('click Save. Then go on')).toEqual([]);
  });

  it('hold what is below them, not their neighbours', () => {
    expect(isWithinHost('mail.example.com', 'www.example.com')).toBe(true);
    expect(isWithinHost('example.com', 'www.example.com')).toBe(true);
    expect(isWithinHost('docs.example.com', 'mail.example.com')).toBe(false);
    expect(isWithinHost('badexample.com', 'example.com')).toBe(false);
    expect(readHost('javascript:alert(1)')).toBe('');
  });
});

describe('readRuleBook', () => {
  it('takes what is one and passes over the rest', () => {
    const grant = { condition: 'delete', host: 'a.test', intent: 'click' };
    const stored = {
      effects: { delete: 'allow', pay: 'perhaps', 'blocked-site': 'allow', other: 'allow' },
      grants: [grant, { ...grant, condition: 'pay' }, { ...grant, host: 7 }, null],
      sites: { allow: ['a.test', 'not a site', 3], deny: 'a.test' },
    };
    expect(readRuleBook(stored)).toEqual({
      effects: { delete: 'allow' },
      grants: [grant],
      sites: { allow: ['a.test'], deny: [] },
    });
    for (const broken of [null, 3, 'x', [], {}]) expect(readRuleBook(broken)).toEqual(EMPTY_RULES);
  });

  it('allows nothing that is ruled out', () => {
    expect(setEffect(EMPTY_RULES, 'blocked-site', 'allow')).toEqual(EMPTY_RULES);
  });
});
