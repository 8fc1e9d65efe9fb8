/** The sentences that the navigator shows to users. See docs/glossary.md for their words. */

// Answers and requests

export const CANCELLED = 'OK, cancelled.';

export const describeUnclearAnswer = (answer: string): string =>
  `“${answer}” is none of these, and I can’t read it as a request of its own.`;

export const describeMissingOption = (option: string, reason: string): string =>
  `“${option}” is no longer on this page. ${reason}`;

export const describeUnknownRest = (message: string): string =>
  `I can’t tell which part of “${message}” is left, so I did nothing. Tell me what to do next.`;

/** The endpoint failed, so that the words of the message decide. */
export const describeFallback = (failure: string): string =>
  `${failure} Until then I follow your words without the model.`;

// What was done

export const NOTHING_DONE = 'Nothing was done on the page.';
export const USER_DID_IT = 'You did that yourself.';
export const TAKEN_OVER = 'You took over, so I did nothing there.';
export const ELEMENT_GONE = 'That element is no longer on this page. I did nothing.';

/** `done`: what the person did, to follow "you". */
export const describeOwnAction = (done: string): string => `You ${done} yourself.`;

// Why a run stopped

export const GOES_IN_CIRCLES =
  'I did not do it again: the last actions repeat and lead back to the same page.';
export const MODEL_IDLE = 'I stopped because the model only changes hops and takes no action.';
export const MODEL_REPEATS = 'I stopped because the model repeats an action that changes nothing.';
export const NOTHING_TO_DO = 'The model says there is nothing to do.';
export const CONTINUE = 'Continue';

export const describeSteps = (done: number, of: number): string =>
  `${String(done)} of ${String(of)} steps done.`;

export const describeStepLimit = (steps: number, rest: readonly string[]): string =>
  [`I stopped after ${String(steps)} actions.`, ...rest, 'Write “continue” to go on.']
    .filter((sentence) => sentence !== '')
    .join(' ');
