import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetOf } from '../action/action.ts';
import { readReply } from './reply.ts';
import { listPage } from './round.fixture.ts';

const shown = listPage(
  '<button data-t="1a-send">Send</button><a href="#" data-t="2b-more">More</a>',
);

describe('readReply', () => {
  it.each([
    ['click(uid="1a-send")', { kind: 'perform', action: { intent: 'click', uid: '1a-send' } }],
    [
      'say(utterance="One moment") click(uid="1a-send")',
      { kind: 'perform', said: 'One moment', action: { intent: 'click', uid: '1a-send' } },
    ],
    ['load(url="localhost:9/a")', { kind: 'perform', action: { url: 'http://localhost:9/a' } }],
    ['press(key="Escape")', { kind: 'perform', target: null }],
    ['say(speaker="navigator", utterance="Done.")', { kind: 'say', text: 'Done.' }],
    ['done()', { kind: 'done' }],
    ['click(uid="3c-none")', { kind: 'unreadable' }],
    ['load(url="javascript:alert(1)")', { kind: 'unreadable' }],
    ['copy(text="a")', { kind: 'unreadable' }],
    ['say(speaker="instructor", utterance="Go on")', { kind: 'unreadable' }],
    ['say(utterance="")', { kind: 'unreadable' }],
    ['It is done (I think).', { kind: 'unreadable' }],
  ])('reads %s', (reply, expected) => {
    expect(readReply(reply, shown)).toMatchObject(expected);
  });

  it('never throws and never takes a uid that was not shown', () => {
    const word = fc.constantFrom(
      'click(',
      'uid=',
      '"',
      '1a-send',
      '9z-x',
      ')',
      'say(',
      ', ',
      ' ',
      '“',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((w) => w.join('')),
        ),
        (reply) => {
          const decision = readReply(reply, shown);
          if (decision.kind !== 'perform') return;
          const uid = targetOf(decision.action);
          expect([null, '1a-send', '2b-more']).toContain(uid);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
