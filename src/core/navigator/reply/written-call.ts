import type { CallArgument } from '../../action/call-arguments.ts';

/** A call as it stands in a reply, before it is known to make sense. */
export interface WrittenCall {
  name: string;
  args: readonly CallArgument[];
  /** Where it stands in the text: from its first character to after its last. */
  start: number;
  end: number;
  /** What was forgiven in reading it. */
  notes: readonly string[];
  /** It has no signs of a call about it but its words: it may as well be none. */
  loose?: true;
}
