import type { Action } from '../../action/action.ts';
import { parseObject } from '../../action/page-tool.ts';

/** Stands for a secret of any length. */
export const MASK = '••••••';

/** For places that may have ASCII only. */
export const ASCII_MASK = '******';

/** `autocomplete` tokens of secret fields, besides `cc-…` (HTML standard). */
const PASSWORD_TOKENS = new Set(['current-password', 'new-password']);
const CODE_TOKEN = 'one-time-code';

/** Words of `name` and `id` in fields that don't declare themselves. */
const SECRET_NAME =
  /(?:^|\s)(?:pass ?(?:word|wd|code|phrase)|pwd|card ?(?:number|num|no)|cc ?(?:number|num|no|csc|cvc|cvv)|cvc2?|cvv2?|csc|(?:card )?security code|(?:totp|otp|mfa|2fa)(?: code)?|one ?time ?(?:code|password|passcode)|verification code)(?:$|\s)/;

/** Inputs whose value was not typed. */
const NON_TEXT_TYPES = new Set(
  'button submit reset image checkbox radio file hidden range color date month week time datetime-local'.split(
    ' ',
  ),
);

/** Whether a field declares itself, or is named, as one for a password, a one-time code or card details. */
export function isSecretField(tagName: string, attributes: Record<string, string>): boolean {
  const tag = tagName.toLowerCase();
  if (!['input', 'select', 'textarea'].includes(tag)) return false;
  const type = attributes['type']?.toLowerCase() ?? '';
  if (tag === 'input' && type === 'password') return true;
  const tokens = attributes['autocomplete']?.toLowerCase().split(/\s+/) ?? [];
  if (tokens.some((token) => token.startsWith('cc-') || token === CODE_TOKEN)) return true;
  if (tokens.some((token) => PASSWORD_TOKENS.has(token)) && !offersChoices(attributes)) return true;
  if (tag === 'select' || NON_TEXT_TYPES.has(type)) return false;
  return [attributes['name'], attributes['id']].some(
    (name) => name !== undefined && name !== '' && isSecretName(name),
  );
}

/** Fields with a list say `new-password` only to suppress the browser's own list. */
function offersChoices(attributes: Record<string, string>): boolean {
  return attributes['role']?.trim().toLowerCase() === 'combobox';
}

/** Whether a field's value is searched for elsewhere: not a card's holder or expiry date, which occur in many pages. */
export function isSearchedField(attributes: Record<string, string>): boolean {
  const tokens = attributes['autocomplete']?.toLowerCase().split(/\s+/) ?? [];
  return !tokens.some((token) => /^cc-(?!number$|csc$)/.test(token));
}

/** Splits `cardNumber`, `card_number` and `billing[card-number]` into the same words. */
export function splitFieldName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** True for an empty text or mask characters only. */
export function isMasked(text: string): boolean {
  return /^[•●*]*$/u.test(text);
}

/** Whether a name of a field, or of a tool's argument, says that it takes a password, a code or card details. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(splitFieldName(name));
}

/** Masks the arguments of a tool of the page that are called as secrets are, or all. */
export function maskToolInput<T extends Action | { intent: 'leave' }>(action: T, all = false): T {
  if (action.intent !== 'callTool') return action;
  const masked = maskMembers(parseObject(action.input) ?? {}, all);
  return { ...action, input: JSON.stringify(masked) };
}

function maskMembers(given: Record<string, unknown>, all: boolean): Record<string, unknown> {
  const members = Object.entries(given).map(([name, value]) => {
    if ((all || isSecretName(name)) && value !== null && value !== '') return [name, MASK] as const;
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isNested ? maskMembers(value as Record<string, unknown>, all) : value] as const;
  });
  return Object.fromEntries(members);
}

/** Returns the first secret among the arguments of a tool; null without one. */
export function readSecretArgument(input: string): string | null {
  const given = Object.entries(parseObject(input) ?? {});
  const found = given.find(([name, value]) => isSecretName(name) && typeof value === 'string');
  return (found?.[1] as string | undefined) ?? null;
}

/** Masks what was typed, chosen, copied or pasted in a secret field. */
export function maskAction<T extends Action | { intent: 'leave' }>(action: T): T {
  if (action.intent === 'callTool') return maskToolInput(action);
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(action)) {
    if (typeof value !== 'string') continue;
    const isContent = name === 'text' || name === 'value';
    // A single character was typed; Enter or Tab reveal nothing.
    const isTyped = name === 'key' && Array.from(value).length === 1;
    if ((isContent || isTyped) && value !== '') masked[name] = MASK;
  }
  return { ...action, ...masked };
}
