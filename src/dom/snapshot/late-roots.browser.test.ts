import { describe, expect, it } from 'vitest';
import { createLateRoots } from './shadow-roots.ts';

const makeElement = (): Element => ({}) as Element;

describe('late roots', () => {
  it('are found when they come, which is a change, once', () => {
    const [one, other] = [makeElement(), makeElement()];
    const hosts = new Set<Element>();
    let changes = 0;
    const root = {} as ShadowRoot;
    const late = createLateRoots(
      { find: (element) => (hosts.has(element) ? root : null) },
      { noteChange: () => (changes += 1) },
    );
    late.look();
    late.expect([one, other]);
    late.look();
    expect(changes).toBe(0);
    hosts.add(other);
    late.look();
    late.look();
    expect(changes).toBe(1);
    hosts.add(one);
    late.look();
    expect(changes).toBe(2);
  });

  it('are looked for in a limited number of elements', () => {
    let asked = 0;
    const late = createLateRoots(
      { find: () => ((asked += 1), null) },
      { noteChange: () => undefined },
    );
    late.expect(Array.from({ length: 5000 }, makeElement));
    late.look();
    expect(asked).toBeLessThan(1000);
  });
});
