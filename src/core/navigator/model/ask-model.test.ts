import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import { STRATEGY_NAMES } from './endpoint-settings.ts';

const live = new AbortController().signal;
const COUNT = 34;
const MANY = Array.from(
  { length: COUNT },
  (_, at) => `<button data-t="b${at}-x">Part ${at} of it</button>`,
).join('');
const FEW = '<button data-t="b1-x">Part 1</button><button data-t="b2-x">Part 2</button>';
const LAST = `Part ${COUNT - 1} of it`;

/** Chooses the last button once it is shown, in whatever way it is asked. */
function findLast(prompt: string, otherwise: string): string {
  if (prompt.includes('→')) return 'say(utterance="There.")';
  if (prompt.includes('What is done to it?')) return 'Action: CLICK\nValue:';
  if (prompt.includes('None of the above')) {
    const letter = new RegExp(`([B-F])\\. button "${LAST}"`).exec(prompt)?.[1] ?? 'A';
    return `Answer: ${letter}`;
  }
  const label = new RegExp(`\\[(e\\d+)\\] button "${LAST}"`).exec(prompt)?.[1];
  const uid = new RegExp(`\\(uid = ([\\w-]+)\\) [^\\n]*\\[\\[text\\]\\] ${LAST}`).exec(prompt)?.[1];
  const found = label ?? uid;
  return found === undefined ? otherwise : `click(uid="${found}")`;
}

describe.each(STRATEGY_NAMES)('%s, asked about what it was not shown', (strategy) => {
  it('is asked again and shown more when it cannot do it with what it sees', async () => {
    const { ports, done } = openPage(MANY, {
      strategy,
      onComplete: (prompt) => {
        return { ok: true, text: findLast(prompt, 'infeasible(reason="It is not shown.")') };
      },
    });
    const reply = await send('do the thing', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: `b${COUNT - 1}-x` }]);
    const composed = reply.events.filter((event) => event.type === 'composed');
    expect(composed.some(({ wider }) => wider)).toBe(true);
    expect(reply.words).toContain('There.');
    expect(reply.words).not.toContain('It is not shown.');
  });

  it('is believed where there is nothing more to show, and asked no third time', async () => {
    let last = 0;
    const reply = (prompt: string) => {
      if (prompt.includes('None of the above')) return { ok: true as const, text: 'A' };
      last += 1;
      return { ok: true as const, text: 'infeasible(reason="No such thing.")' };
    };
    const few = await send('do it', openPage(FEW, { strategy, onComplete: reply }).ports, live);
    expect(few.words).toContain('No such thing.');
    expect(last).toBe(1);
    const many = await send('do it', openPage(MANY, { strategy, onComplete: reply }).ports, live);
    expect(many.words).toContain('No such thing.');
    expect(last).toBe(3);
  });

  it('keeps its first answer when the endpoint fails at the second', async () => {
    let isWide = false;
    const { ports } = openPage(MANY, {
      strategy,
      onComplete: (prompt) => {
        if (isWide) return { ok: false, message: 'Gone.', fix: 'retry', overflow: true };
        if (prompt.includes('None of the above')) return { ok: true, text: 'A' };
        isWide = true;
        return { ok: true, text: 'infeasible(reason="No such thing.")' };
      },
    });
    const reply = await send('do the thing', ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('No such thing.');
    expect(reply.words).not.toContain('Gone.');
  });
});

describe.each(STRATEGY_NAMES)(
  '%s, on a page whose script listens where nothing tells',
  (strategy) => {
    it('is shown the small things in view when it lacks something', async () => {
      const { ports, done } = openPage(`${FEW}<p><span data-t="b33-x">${LAST}</span></p>`, {
        strategy,
        onComplete: (prompt) => ({
          ok: true,
          text: findLast(
            prompt.replaceAll(/span "/g, 'button "'),
            'infeasible(reason="It is not shown.")',
          ),
        }),
      });
      const reply = await send('do the thing', ports, live);
      expect(done).toEqual([{ intent: 'click', uid: 'b33-x' }]);
      expect(reply.words).toContain('There.');
    });

    it('is shown the page as it has become meanwhile', async () => {
      let page = FEW;
      const { ports, done } = openPage(FEW, {
        strategy,
        onComplete: (prompt) => {
          page = MANY.replace(/.*(?=<button data-t="b33-x">)/, '');
          return { ok: true, text: findLast(prompt, 'infeasible(reason="It is not shown.")') };
        },
      });
      const later = (): ReturnType<typeof ports.observe> => openPage(page).ports.observe(live);
      await send('do the thing', { ...ports, observe: later }, live);
      expect(done).toEqual([{ intent: 'click', uid: 'b33-x' }]);
    });
  },
);

describe('a model that asks what else can be done to the element it chose', () => {
  it.each(['Action: OTHER\nValue:', 'It is none of these, I fear.'])(
    'is told, after %j, and does it',
    async (first) => {
      const { ports, done, prompts } = openPage(FEW, {
        strategy: 'mindact',
        onComplete: (prompt) => {
          if (prompt.includes('→')) return { ok: true, text: 'A' };
          if (prompt.includes('could not be used')) return { ok: true, text: 'OTHER' };
          if (prompt.includes('None of the above')) return { ok: true, text: 'Answer: B' };
          if (prompt.includes('hover(uid)')) return { ok: true, text: 'hover(uid="b1-x")' };
          return { ok: true, text: first };
        },
      });
      await send('rest on part 1', ports, live);
      expect(done).toEqual([{ intent: 'hover', uid: 'b1-x' }]);
      expect(prompts.filter((prompt) => prompt.includes('hover(uid)'))).toHaveLength(1);
    },
  );
});

describe('a model that names an element it was not shown', () => {
  it('gets the reason and more of the page, and may act on it then', async () => {
    const { ports, done, prompts } = openPage(MANY, {
      onComplete: (prompt) => ({
        ok: true,
        text: prompt.includes('→') ? 'done()' : `click(uid="b${COUNT - 1}-x")`,
      }),
    });
    await send('do the thing', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: `b${COUNT - 1}-x` }]);
    expect(prompts[0]).not.toContain(`b${COUNT - 1}-x`);
    expect(prompts[1]).toContain('That reply could not be used');
    expect(prompts[1]).toMatch(new RegExp(`\\(uid = b${COUNT - 1}-x\\)`));
  });

  it('never acts on one that no page has', async () => {
    const { ports, done, prompts } = openPage(MANY, {
      onComplete: () => ({ ok: true, text: 'click(uid="made-up-1")' }),
    });
    const reply = await send('do the thing', ports, live);
    expect(done).toEqual([]);
    expect(prompts).toHaveLength(2);
    expect(reply.outcome).toBe('failed');
  });
});

describe('a reply that is not written as it should be', () => {
  it.each([
    ["Sure, here: click(uid='b1-x')", /^Mended in the reply: /],
    ['click(uid="B1-X")', /taken for b1-x/],
  ])('is acted on, and it is told how it was read: %j', async (text, mended) => {
    const { ports, done } = openPage(FEW, {
      onComplete: (prompt) => ({ ok: true, text: prompt.includes('→') ? 'done()' : text }),
    });
    const { events } = await send('press part 1', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'b1-x' }]);
    const reply = events.flatMap((event) => (event.type === 'thinking' ? [event] : []));
    expect(reply.find((event) => event.text === text && event.mended)?.mended).toMatch(mended);
    expect(reply.at(-1)?.mended).toBeUndefined();
  });
});

describe('tools', () => {
  const call = (name: string, given: object) => ({
    ok: true as const,
    text: `<tool_call>${JSON.stringify({ name, arguments: given })}</tool_call>`,
  });

  it('are called with the uids of the prompt, which shows no calls as text', async () => {
    const { ports, done, prompts } = openPage(FEW, {
      findForm: () => 'tools',
      onComplete: (prompt, { tools }) => {
        expect(tools?.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['click', 'text_input', 'change', 'say', 'done']),
        );
        if (prompt.includes('→')) return call('done', { utterance: 'There.' });
        return call('click', {
          uid: /\(uid = ([\w-]+)\) [^\n]*Part 2/.exec(prompt)?.[1] ?? 'none',
        });
      },
    });
    const reply = await send('press the second part of this', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'b2-x' }]);
    expect(reply.words).toContain('There.');
    expect(prompts.join('\n')).not.toMatch(/(?:click|text_input|say)\(/);
  });

  it.each([
    ['text', 'click(uid="b2-x")', 'done(utterance="There.")'],
    [
      'json',
      '{"call": {"name": "click", "arguments": {"uid": "b2-x"}}}',
      '{"call": {"name": "done", "arguments": {"utterance": "There."}}}',
    ],
  ] as const)(
    'are dropped when the model refuses them, and the question is repeated as %s',
    async (otherForm, click, end) => {
      let isRefused = false;
      const asked: string[] = [];
      const { ports, done, prompts } = openPage(FEW, {
        findForm: () => (isRefused ? otherForm : 'tools'),
        onComplete: (prompt, { tools, schema }) => {
          asked.push(tools ? 'tools' : schema ? 'json' : 'text');
          if (tools) {
            isRefused = true;
            return { ok: false, message: 'No tools.', fix: 'settings', toolsRefused: true };
          }
          return { ok: true, text: prompt.includes('→') ? end : click };
        },
      });
      const reply = await send('press the second part of this', ports, live);
      expect(done).toEqual([{ intent: 'click', uid: 'b2-x' }]);
      expect(reply.words).toContain('There.');
      expect(reply.words).not.toContain('No tools.');
      expect(asked).toEqual(['tools', otherForm, otherForm]);
      expect(prompts.map((prompt) => prompt.includes('text_input(text, uid)'))).toEqual([
        ...[false, true, true],
      ]);
    },
  );

  it('are requested once more after a wrong call', async () => {
    const { ports, done, prompts } = openPage(FEW, {
      findForm: () => 'tools',
      onComplete: (prompt) => {
        if (prompt.includes('→')) return call('done', { utterance: 'There.' });
        return call('click', { uid: prompt.includes('could not be used') ? 'b1-x' : 'b9' });
      },
    });
    await send('press the first part of this', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: 'b1-x' }]);
    expect(prompts[1]).toContain('Call exactly one function.');
  });
});
