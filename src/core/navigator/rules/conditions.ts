import type { PageAction, TabAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { joinWords } from '../describe.ts';

/** From the mildest to the most severe. */
export const EFFECTS = ['allow', 'ask', 'deny'] as const;
export type RuleEffect = (typeof EFFECTS)[number];

/** How long a permission holds: for this action, for this conversation, or for such actions on this host. */
const CHOICES = ['once', 'task', 'always'] as const;
type PermissionChoice = (typeof CHOICES)[number];
export type PermissionDecision = PermissionChoice | 'deny';

/** What is done about a condition. */
interface Rule {
  /** Unless the user chose otherwise. */
  effect: RuleEffect;
  /**
   * Whether the user's own direct order is permission enough: any (`order`), one that names what is pressed (`name`),
   * or none.
   */
  consent: 'order' | 'name' | 'none';
  choices: readonly PermissionChoice[];
  /** The user can't choose another effect. */
  fixed: boolean;
  /** To follow "It would": `delete something on shop.example`. */
  describe: (host: string) => string;
}

function askBefore(
  describe: Rule['describe'],
  consent: Rule['consent'],
  choices: Rule['choices'] = CHOICES,
): Rule {
  return { effect: 'ask', consent, choices, fixed: false, describe };
}

const doOn =
  (what: string) =>
  (host: string): string =>
    host === '' ? what : `${what} on ${host}`;

/** What an action may cause, and what is done about it. The list is closed: a rule is about one of these. */
export const RULES = {
  'blocked-site': {
    ...{ effect: 'deny', consent: 'none', choices: [], fixed: true },
    describe: (host) => `act on ${host}, which your list of sites rules out`,
  },
  'leave-sites': askBefore((host) => `go to ${host}, which you did not name`, 'name'),
  // Money is asked about each time, or for the one conversation it was allowed in.
  pay: askBefore(doOn('buy or pay'), 'none', ['once', 'task']),
  send: askBefore(doOn('send or publish something'), 'name'),
  delete: askBefore(doOn('delete or cancel something'), 'name'),
  submit: askBefore(doOn('submit a form'), 'order'),
  upload: askBefore((host) => `give a file to ${host}`, 'none'),
  download: askBefore((host) => `download a file from ${host}`, 'name'),
  'type-secret': askBefore(doOn('type into a field for secrets'), 'order'),
  // Allowed for one conversation at most: what a tool does is known from the page's words only.
  'call-tool': askBefore(doOn('use a tool that may change something'), 'order', ['once', 'task']),
  'carry-data': askBefore(
    (host) => `give ${host} something that may have been read on another site`,
    'none',
  ),
  // An answer about this one time says nothing about the next.
  repeat: {
    ...{ effect: 'ask', consent: 'none', choices: ['once'], fixed: true },
    describe: () => 'do again what may have been done already',
  },
} as const satisfies Record<string, Rule>;

export type Condition = keyof typeof RULES;
export const CONDITIONS = Object.keys(RULES) as Condition[];

/** Returns the rule in its general type. */
export function findRule(condition: Condition): Rule {
  return RULES[condition];
}

/** A condition that an action meets, and the host that data or the navigator would go to. */
export interface MetCondition {
  condition: Condition;
  host: string;
}

/** `It would delete something on shop.example.` */
export function describeConditions(conditions: readonly MetCondition[]): string {
  const parts = conditions.map(({ condition, host }) => RULES[condition].describe(host));
  return `It would ${joinWords(parts)}.`;
}

/** What all of the conditions may be answered with, besides "no". */
export function listChoices(conditions: readonly Condition[]): PermissionChoice[] {
  return CHOICES.filter((choice) =>
    conditions.every((condition) => findRule(condition).choices.includes(choice)),
  );
}

/** What the user is asked. */
export interface ApprovalRequest {
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  /** The action in the user's words: `Click Delete`. */
  description: string;
  /** Why it is asked: one sentence. */
  reason: string;
  conditions: readonly Condition[];
  /** The host that a permission would be about. */
  host: string;
  /** Besides “no”. */
  choices: readonly PermissionChoice[];
}
