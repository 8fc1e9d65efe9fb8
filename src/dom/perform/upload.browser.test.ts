import { afterEach, describe, expect, it } from 'vitest';
import { find, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';

const NAME = 'not-too-large.png';

/** Puts a file into a page that empties its input at once and says this of it. */
async function upload(says: string) {
  mount('<label>Picture <input id="i" type="file"></label><p id="p"></p>');
  const input = find<HTMLInputElement>('#i');
  input.addEventListener('change', () => {
    input.value = '';
    find('#p').textContent = says;
  });
  const file = new File(['x'], NAME);
  const ctx = makeContext({ files: { names: [NAME], fetch: () => Promise.resolve([file]) } });
  return receiptOf(await performAction({ intent: 'change', uid: ctx.uid('#i'), value: NAME }, ctx));
}

afterEach(() => {
  mount('');
});

describe('a page that takes a file and empties its input', () => {
  it('has it where it lists it', async () => {
    expect(await upload(`${NAME} (1 B)`)).toMatchObject({ asAsked: true });
  });

  it.each([
    `${NAME} is too large (5 MB at most)`,
    `Only JPEG is allowed: ${NAME}`,
    `${NAME} ist zu groß`,
  ])('has not where it refuses it: %s', async (says) => {
    expect(await upload(says)).toMatchObject({
      asAsked: false,
      changes: [{ kind: 'appeared', text: says }],
    });
  });
});
