import type { PageAction, TabAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';

/** What an action may come to that somebody should have a say in. The list is closed: a rule is about one of these. */
export const CONDITIONS = [
  'blocked-site',
  'leave-sites',
  'pay',
  'send',
  'delete',
  'submit',
  'upload',
  'download',
  'type-secret',
  'carry-data',
  'repeat',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** From the mildest to the most severe. */
export const EFFECTS = ['allow', 'ask', 'deny'] as const;
export type RuleEffect = (typeof EFFECTS)[number];

/** How long a permission holds: for this action, for this conversation, or for such actions on this host. */
export type PermissionChoice = 'once' | 'task' | 'always';
export type PermissionDecision = PermissionChoice | 'deny';

/** What is done about a condition. */
export interface Rule {
  /** Unless the user chose otherwise. */
  effect: RuleEffect;
  /**
   * Whether the user's own direct order is permission enough: any (`order`), one that names what is
   * pressed (`name`), or none.
   */
  consent: 'order' | 'name' | 'none';
  choices: readonly PermissionChoice[];
  /** Whether the user may choose another effect. */
  fixed: boolean;
}

const ALL_CHOICES: readonly PermissionChoice[] = ['once', 'task', 'always'];

export const RULES: Readonly<Record<Condition, Rule>> = {
  'blocked-site': { effect: 'deny', consent: 'none', choices: [], fixed: true },
  'leave-sites': { effect: 'ask', consent: 'name', choices: ALL_CHOICES, fixed: false },
  // Money is asked about each time, or for the one conversation it was allowed in.
  pay: { effect: 'ask', consent: 'none', choices: ['once', 'task'], fixed: false },
  send: { effect: 'ask', consent: 'name', choices: ALL_CHOICES, fixed: false },
  delete: { effect: 'ask', consent: 'name', choices: ALL_CHOICES, fixed: false },
  submit: { effect: 'ask', consent: 'order', choices: ALL_CHOICES, fixed: false },
  upload: { effect: 'ask', consent: 'none', choices: ALL_CHOICES, fixed: false },
  download: { effect: 'ask', consent: 'name', choices: ALL_CHOICES, fixed: false },
  'type-secret': { effect: 'ask', consent: 'order', choices: ALL_CHOICES, fixed: false },
  'carry-data': { effect: 'ask', consent: 'none', choices: ALL_CHOICES, fixed: false },
  // An answer about this one time says nothing about the next.
  repeat: { effect: 'ask', consent: 'none', choices: ['once'], fixed: true },
};

/** A condition that an action meets, and the host it is about: where data or the navigator would go. */
export interface MetCondition {
  condition: Condition;
  host: string;
}

/** To follow "It would": `delete something on shop.example`. */
export function describeCondition({ condition, host }: MetCondition): string {
  const on = host === '' ? '' : ` on ${host}`;
  switch (condition) {
    case 'blocked-site':
      return `act on ${host}, which your list of sites rules out`;
    case 'leave-sites':
      return `go to ${host}, which you did not name`;
    case 'pay':
      return `buy or pay${on}`;
    case 'send':
      return `send or publish something${on}`;
    case 'delete':
      return `delete or cancel something${on}`;
    case 'submit':
      return `submit a form${on}`;
    case 'upload':
      return `give a file to ${host}`;
    case 'download':
      return `download a file from ${host}`;
    case 'type-secret':
      return `type into a field for secrets${on}`;
    case 'carry-data':
      return `give ${host} something that may have been read on another site`;
    case 'repeat':
      return 'do again what may have been done already';
  }
}

/** What the user is asked. */
export interface ApprovalRequest {
  /** Of the action that waits. */
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
  /** Beside “no”, which is always one. */
  choices: readonly PermissionChoice[];
}
