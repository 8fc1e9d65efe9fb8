import { joinWords } from '../describe.ts';
import type { Unfinished } from './read-journal.ts';

/** What a person is told of a round that was interrupted: what was asked, done, and is not certain. */
interface UnfinishedTold {
  happened: string;
  kept: string;
  next: string;
}

export function describeUnfinished({
  message,
  hidden,
  done,
  uncertain,
}: Unfinished): UnfinishedTold {
  const doubts = uncertain.map(({ description }) => `“${description}”`);
  const certain = done.length === 0 ? 'No action was completed.' : `Done: ${done.join('; ')}.`;
  const doubt =
    doubts.length === 0
      ? ''
      : `It is not certain whether I did ${joinWords(doubts)}: please look at the page.`;
  const goOn = hidden
    ? 'What you wrote held a secret and is not kept: write it again.'
    : 'Nothing is done again without asking you.';
  return {
    happened: `I was interrupted while I worked on “${message}”.`,
    kept: certain,
    next: `${doubt} ${goOn}`.trim(),
  };
}
