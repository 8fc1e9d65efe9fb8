import { describe, expect, it } from 'vitest';
import { openPage, send } from './run.fixture.ts';

const live = new AbortController().signal;

const SHOP = `
  <input data-t="1c-search" type="search" aria-label="Search the shop">
  <button data-t="2d-send">Send</button>
  <select aria-label="Delivery" data-t="3e-delivery"><option>Standard<option>Express</select>`;

/** An endpoint that gives these replies in turn. */
function script(...replies: string[]) {
  const left = [...replies];
  return () => ({ ok: true as const, text: left.shift() ?? 'say(utterance="out of replies")' });
}

const DOWN = {
  ok: false,
  message: 'Ollama could not be reached.',
  fix: 'settings',
  down: true,
} as const;

describe('a round with an endpoint', () => {
  it('acts until the model speaks, and gives it the receipts', async () => {
    const { ports, done, prompts } = openPage(SHOP, {
      onComplete: script(
        'change(value="Express", uid="3e-delivery")',
        'Now: click(uid="2d-send")',
        'say(speaker="navigator", utterance="It is sent by express.")',
      ),
    });
    const reply = await send('send it by express delivery', ports, live);
    expect(done).toEqual([
      { intent: 'change', uid: '3e-delivery', value: 'Express' },
      { intent: 'click', uid: '2d-send' },
    ]);
    expect(reply.outcome).toBe('done');
    expect(reply.words).toBe('It is sent by express.');
    expect(reply.events.find(({ type }) => type === 'said')).toMatchObject({ by: 'model' });
    expect(reply.events.map(({ type }) => type).slice(0, 6)).toEqual([
      ...['observed', 'ranked', 'composed', 'thinking', 'acting', 'acted'],
    ]);
    expect(prompts[0]).toContain('- send it by express delivery');
    expect(prompts[0]).toMatch(
      /\(uid = 3e-delivery\) \[\[tag\]\] select .*\[\[options\]\] Standard \| Express/,
    );
    expect(prompts[1]).toContain('change(value="Express", uid="3e-delivery")');
    expect(prompts[1]).toContain('Choose “Express” in Delivery → “Saved” appeared.');
  });

  it('shows the conversation before it', async () => {
    const { ports, prompts } = openPage(SHOP, { onComplete: script('say(utterance="Yes")') });
    ports.history = () => [
      { kind: 'said', speaker: 'instructor', text: 'hello' },
      { kind: 'said', speaker: 'navigator', text: 'Hello!' },
    ];
    await send('are you there?', ports, live);
    expect(prompts[0]).toContain('hello\nsay(speaker="navigator", utterance="Hello!")');
    expect(prompts[0]).toContain('What the instructor said last:\n- are you there?');
  });

  it('goes through all questions of a strategy that asks several', async () => {
    const { ports, done, prompts } = openPage(SHOP, {
      strategy: 'mindact',
      onComplete: (prompt) => {
        if (prompt.includes('What is done to it?')) {
          return { ok: true, text: 'Action: SELECT\nValue: Express' };
        }
        const letter = /([B-F])\. combobox "Delivery"/.exec(prompt)?.[1] ?? 'A';
        const isOver = prompt.includes('→ “Saved” appeared.');
        return { ok: true, text: isOver ? 'say(utterance="Set.")' : `Answer: ${letter}` };
      },
    });
    const reply = await send('deliver it by express', ports, live);
    expect(done).toEqual([{ intent: 'change', uid: '3e-delivery', value: 'Express' }]);
    expect(reply.words).toContain('Set.');
    expect(reply.events.filter(({ type }) => type === 'composed')).toHaveLength(prompts.length);
  });

  it('acts on the element that a marked list names otherwise', async () => {
    const { ports, done, prompts } = openPage(SHOP, {
      strategy: 'multimodal',
      onComplete: (prompt) => {
        const label = /\[(e\d+)\] button "Send"/.exec(prompt)?.[1] ?? 'e99';
        return {
          ok: true,
          text: prompt.includes('→') ? 'say(utterance="Sent.")' : `click(uid="${label}")`,
        };
      },
    });
    const reply = await send('send it', ports, live);
    expect(prompts[0]).not.toContain('2d-send');
    expect(done).toEqual([{ intent: 'click', uid: '2d-send' }]);
    expect(reply.words).toContain('Sent.');
  });

  it('asks once more with half of the room when the prompt was too long', async () => {
    const long = Array.from(
      { length: 40 },
      (_, at) =>
        `<button data-t="b${at}-x">A button with a rather long name, number ${at}, which goes on</button>`,
    ).join('');
    const sizes: number[] = [];
    const { ports } = openPage(long, {
      strategy: 'multimodal',
      onComplete: () =>
        sizes.length === 1
          ? { ok: false, message: 'Too long.', fix: null, overflow: true }
          : { ok: true, text: 'say(utterance="Fits.")' },
    });
    const complete = ports.complete;
    ports.complete = (messages, ...rest) => {
      sizes.push(messages.map(({ content }) => content).join('').length);
      return complete ? complete(messages, ...rest) : Promise.reject(new Error('no endpoint'));
    };
    const reply = await send('press the right one', ports, live);
    expect(reply.words).toContain('Fits.');
    expect(sizes).toHaveLength(2);
    expect(Number(sizes[1])).toBeLessThan(Number(sizes[0]) * 0.8);
  });

  it('hands a question of the model on to the instructor', async () => {
    const { ports } = openPage(SHOP, { onComplete: script('ask(utterance="Which one?")') });
    const reply = await send('send', ports, live);
    expect(reply.outcome).toBe('asked');
    expect(reply.words).toContain('Which one?');
  });

  it('asks again once with the error and the uids, then goes on', async () => {
    const { ports, done, prompts } = openPage(SHOP, {
      onComplete: script('click(uid="99-gone")', 'click(uid="2d-send")', 'say(utterance="ok")'),
    });
    await send('send', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: '2d-send' }]);
    expect(prompts[1]).toContain('uid "99-gone" is not in the list of elements');
    expect(prompts[1]).toContain('2d-send');
  });

  it('stops and shows the reply when it stays unreadable', async () => {
    const { ports, done, prompts } = openPage(SHOP, {
      onComplete: script('I have sent it!', 'Really, I have.'),
    });
    const reply = await send('send', ports, live);
    expect(prompts).toHaveLength(2);
    expect(done).toEqual([]);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('“Really, I have.”');
    expect(reply.words).toContain('Nothing was done on the page.');
  });

  it('does what the words say when the endpoint is down, and says so', async () => {
    const { ports, done } = openPage(SHOP, {
      onComplete: () => ({ ...DOWN }),
    });
    const reply = await send('click Send', ports, live);
    expect(done).toEqual([{ intent: 'click', uid: '2d-send' }]);
    expect(reply.outcome).toBe('done');
    expect(reply.events).toContainEqual({
      type: 'failed',
      message: 'Ollama could not be reached. Until then I follow your words without the model.',
      fix: 'settings',
    });
  });

  it('does nothing when the endpoint is down and the words are no direct request', async () => {
    const { ports, done } = openPage(SHOP, { onComplete: () => ({ ...DOWN }) });
    const reply = await send('what does this page sell and why', ports, live);
    expect(done).toEqual([]);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('Ollama could not be reached. Nothing was done on the page.');
  });

  it('does not act in the place of an endpoint that must not be asked', async () => {
    const { ports, done } = openPage(SHOP, {
      onComplete: () => ({ ok: false, message: 'Ollama could not be reached.', fix: 'settings' }),
    });
    const reply = await send('click Send', ports, live);
    expect(done).toEqual([]);
    expect(reply.outcome).toBe('failed');
    expect(reply.events).toContainEqual({
      type: 'failed',
      message: 'Ollama could not be reached. Nothing was done on the page.',
      fix: 'settings',
    });
  });

  it('stops a model that repeats what changes nothing', async () => {
    const { ports, done } = openPage(SHOP, {
      onPerform: () => ({ ok: true, receipt: { verdict: 'unchanged', changes: [] } }),
      onComplete: () => ({ ok: true, text: 'click(uid="2d-send")' }),
    });
    const reply = await send('send', ports, live);
    expect(done).toHaveLength(2);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('repeats an action that changes nothing');
  });

  it('stops after ten actions of which one changed nothing, and offers to continue', async () => {
    let count = 0;
    const { ports, done } = openPage(SHOP, {
      onPerform: () => ({
        ok: true,
        receipt:
          (count += 1) === 1
            ? { verdict: 'unchanged', changes: [] }
            : { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] },
      }),
      onComplete: () => ({ ok: true, text: `scroll(x=0, y=${String(600 + count)})` }),
    });
    const reply = await send('read everything', ports, live);
    expect(done).toHaveLength(10);
    expect(reply.outcome).toBe('stopped');
    expect(reply.words).toContain('continue');
    expect(reply.words).not.toContain('  ');
  });

  it('lets a long form go on while every action changes the page', async () => {
    const { ports, done } = openPage(SHOP, {
      onComplete: () => ({ ok: true, text: 'scroll(x=0, y=600)' }),
    });
    const reply = await send('fill in everything', ports, live);
    expect(done).toHaveLength(30);
    expect(reply.words).toContain('I stopped after 30 actions.');
  });

  it('does not pass on “done” after a refused action', async () => {
    const refusal = {
      ok: false,
      message: 'Send is covered by a banner.',
      reason: 'covered',
    } as const;
    const { ports } = openPage(SHOP, {
      onPerform: ({ intent }) =>
        intent === 'click'
          ? refusal
          : {
              ok: true,
              receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] },
            },
      onComplete: script(
        'change(value="Express", uid="3e-delivery")',
        'click(uid="2d-send")',
        'done(utterance="It is sent.")',
      ),
    });
    const reply = await send('send it by express delivery', ports, live);
    expect(reply.outcome).toBe('failed');
    expect(reply.words).toContain('It is sent. 1 of 2 steps done. Send is covered by a banner.');
  });

  it('passes on “done” once a refused action was repeated with success', async () => {
    let clicks = 0;
    const { ports } = openPage(SHOP, {
      onPerform: () =>
        (clicks += 1) === 1
          ? { ok: false, message: 'Send is covered by a banner.', reason: 'covered' }
          : {
              ok: true,
              receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: 'Saved' }] },
            },
      onComplete: script('click(uid="2d-send")', 'click(uid="2d-send")', 'done()'),
    });
    const reply = await send('send it', ports, live);
    expect(reply.outcome).toBe('done');
    expect(reply.words).not.toContain('steps done');
  });

  it('leaves no gap in its words where none of the ten took effect', async () => {
    let turns = 0;
    const { ports } = openPage(SHOP, {
      onPerform: () => ({ ok: true, receipt: { verdict: 'unchanged', changes: [] } }),
      onComplete: () => ({ ok: true, text: `scroll(x=0, y=${String((turns += 100))})` }),
    });
    const reply = await send('read everything', ports, live);
    expect(reply.words).toContain('I stopped after 10 actions. Write “continue” to go on.');
  });

  it('stops in the middle of a reply', async () => {
    const stop = new AbortController();
    const { ports, done } = openPage(SHOP, { onComplete: script() });
    ports.complete = (_, onText, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')));
        onText('clic');
      });
    const reply = await send('send', ports, stop.signal, undefined, (event) => {
      if (event.type === 'thinking') stop.abort();
    });
    expect(reply.outcome).toBe('stopped');
    expect(done).toEqual([]);
  });
});
