import { describe, expect, it } from 'vitest';
import { openPage, send } from './run.fixture.ts';

const live = new AbortController().signal;
const FORM = '<input type="file" data-t="1c-file" aria-label="Photo">';

function open(files: readonly string[], ...replies: string[]) {
  const left = [...replies];
  const opened = openPage(FORM, {
    onComplete: () => ({ ok: true as const, text: left.shift() ?? 'done()' }),
  });
  return { ...opened, ports: { ...opened.ports, files: () => files } };
}

describe('uploading', () => {
  it('tells the model what was picked, and puts it in as a change', async () => {
    const { ports, done, prompts } = open(['me.png'], 'upload(uid="1c-file", files=["me.png"])');
    await send('add my photo', ports, live);
    expect(prompts[0]).toContain('"me.png"');
    expect(done).toEqual([{ intent: 'change', uid: '1c-file', value: 'me.png' }]);
  });

  it('takes no file that the user did not pick', async () => {
    const call = 'upload(uid="1c-file", files=["passwords.txt"])';
    const { ports, done } = open(['me.png'], call, call);
    const reply = await send('add my photo', ports, live);
    expect(done).toEqual([]);
    expect(reply.outcome).toBe('failed');
  });
});
