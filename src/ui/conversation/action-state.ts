/** How an action stands, in the order it usually goes through. */
export type ActionState =
  /** Being performed. */
  | 'acting'
  /** Performed; its page and screenshot are being stored. */
  | 'keeping'
  /** Recorded, with a screenshot proven to show the state before. */
  | 'kept'
  /** Recorded, but the screenshot is not proven to show the state before. */
  | 'stale-shot'
  /** Recorded without a screenshot. */
  | 'no-shot'
  /** Performed without recording; the page verifiably changed. */
  | 'done'
  /** Performed; the page was watched and nothing differed. */
  | 'unchanged'
  /** Performed; the page could not be watched. */
  | 'unknown'
  /** Not performed. */
  | 'refused'
  /** Stopped by the user before it was done. */
  | 'stopped';

type StateTone = 'good' | 'attention' | 'neutral' | 'busy';

interface StateLook {
  /** The one word (or two) on the card. */
  word: string;
  tone: StateTone;
}

export const STATE_LOOKS: Record<ActionState, StateLook> = {
  acting: { word: 'acting…', tone: 'busy' },
  keeping: { word: 'keeping…', tone: 'busy' },
  kept: { word: 'kept', tone: 'good' },
  'stale-shot': { word: 'stale shot', tone: 'attention' },
  'no-shot': { word: 'no shot', tone: 'attention' },
  done: { word: 'done', tone: 'good' },
  unchanged: { word: 'nothing changed', tone: 'attention' },
  unknown: { word: 'not verified', tone: 'attention' },
  refused: { word: 'refused', tone: 'attention' },
  stopped: { word: 'stopped', tone: 'neutral' },
};
