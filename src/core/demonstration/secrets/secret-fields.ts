import type { Action } from '../../action/action.ts';

/** What stands for a secret: the same whatever its length. */
export const MASK = '••••••';

/** Stands in the middle of texts of any kind, also where only ASCII may be. */
export const ASCII_MASK = '******';

/** `autocomplete` tokens of the HTML standard whose values must not leave the page; those of `cc-…` neither. */
const PASSWORD_TOKENS = new Set(['current-password', 'new-password']);
const CODE_TOKEN = 'one-time-code';

/** What shops and banks call such fields when they do not declare them, as words of `name` and `id`. */
const SECRET_NAME =
  /(?:^|\s)(?:pass ?(?:word|wd|code|phrase)|pwd|card ?(?:number|num|no)|cc ?(?:number|num|no|csc|cvc|cvv)|cvc2?|cvv2?|csc|(?:card )?security code|(?:totp|otp|mfa|2fa)(?: code)?|one ?time ?(?:code|password|passcode)|verification code)(?:$|\s)/;

/** Inputs whose value is no text that somebody typed. */
const NON_TEXT_TYPES = new Set(
  'button submit reset image checkbox radio file hidden range color date month week time datetime-local'.split(
    ' ',
  ),
);

/** True of a field that declares itself, or is named, as one for a password, a one-time code or card details. */
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
    (name) => name !== undefined && name !== '' && SECRET_NAME.test(splitFieldName(name)),
  );
}

/**
 * A password is chosen from no list. Fields that have one say `new-password` only so that the browser
 * does not open its own over it.
 */
function offersChoices(attributes: Record<string, string>): boolean {
  return attributes['role']?.trim().toLowerCase() === 'combobox';
}

/**
 * True of a field whose value is worth looking for in the rest of what is kept: not a card's holder or
 * expiry date, which stand on many a page in their own right.
 */
export function isSearchedField(attributes: Record<string, string>): boolean {
  const tokens = attributes['autocomplete']?.toLowerCase().split(/\s+/) ?? [];
  return !tokens.some((token) => /^cc-(?!number$|csc$)/.test(token));
}

/** `cardNumber`, `card_number` and `billing[card-number]` are the same words; `cardNumber2` is one of several. */
function splitFieldName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** True of a text that shows nothing of what it stands for: empty, or mask characters only. */
export function isMasked(text: string): boolean {
  return /^[•●*]*$/u.test(text);
}

/** An action on a secret element, without what was typed, chosen, copied or pasted there. */
export function maskAction<T extends Action | { intent: 'leave' }>(action: T): T {
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(action)) {
    if (typeof value !== 'string') continue;
    const isContent = name === 'text' || name === 'value';
    // Enter or Tab say nothing of what was typed; a single character does.
    const isTyped = name === 'key' && Array.from(value).length === 1;
    if ((isContent || isTyped) && value !== '') masked[name] = MASK;
  }
  return { ...action, ...masked };
}
