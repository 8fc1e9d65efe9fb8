import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import { MASK, maskAction } from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { isSecret } from '../form-controls.ts';
import type { HistoryEntry } from '../run/history.ts';
import type { JournalEntry } from './journal-entry.ts';

const SECRET =
  /pass ?(?:word|code|phrase)|passwor[dt]|kennwort|mot de passe|contrase[nñ]a|clave|senha|парол|密码|密碼|パスワード|\b(?:pin|otp|cvc|cvv|iban)\b|(?:card|account) number|(?:security|one-time|verification) code|api key|token/i;
const ENTRY_WORDS = /["“”«»„']|\b(?:type|enter|fill|write|put|set|use|is|log ?in|sign ?in)\b|[:=]/i;

/** Whether a message may hold a secret: before the page is read nobody knows which field its words are for. */
export function mayHoldSecret(message: string): boolean {
  return SECRET.test(message) && ENTRY_WORDS.test(message);
}

/** Shorter values stand in too many words to be looked for. */
const MIN_MASKED = 4;

/** The entries without a value that was typed into a secret field, and with its round marked as hidden. */
export function maskValue(entries: readonly JournalEntry[], value: string): JournalEntry[] {
  const from = entries.findLastIndex(({ type }) => type === 'began');
  return entries.map((entry, index): JournalEntry => {
    const isOwn = index >= from;
    if (isOwn && entry.type === 'acting') return maskEntry({ ...entry, left: null }, value);
    if (!isOwn || entry.type !== 'began') return maskEntry(entry, value);
    const message = value.length < MIN_MASKED ? MASK : entry.message;
    return maskEntry({ ...entry, message, hidden: true, carried: null }, value);
  });
}

function maskEntry<T extends JournalEntry>(entry: T, value: string): T {
  return maskDeep(entry, value) as T;
}

/** In all texts, at any depth. */
export function maskDeep(content: unknown, value: string): unknown {
  if (value.length < MIN_MASKED) return content;
  if (typeof content === 'string') return content.replaceAll(value, MASK);
  if (Array.isArray(content)) return content.map((item) => maskDeep(item, value));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, member]) => [name, maskDeep(member, value)]),
  );
}

/** What is typed or chosen, a single key included; null for other actions. */
function readTypedText(action: PageAction | TabAction): string | null {
  if (action.intent === 'textInput') return action.text;
  if (action.intent === 'press') return Array.from(action.key).length === 1 ? action.key : null;
  return action.intent === 'change' ? action.value : null;
}

/**
 * What is typed where nothing typed may be kept; null for all else. The page knows best, by the target as it
 * was read and by its receipt, which shows nothing of such a field (a label may have been the target).
 */
export function readTypedSecret(
  action: PageAction | TabAction,
  target: Candidate | null,
  receipt: Receipt | null,
): string | null {
  const isHidden = receipt?.changes.some((change) => change.kind === 'value' && change.to === MASK);
  return (target && isSecret(target)) || isHidden ? readTypedText(action) : null;
}

/** What is told of a conversation without a value that was typed into a secret field. */
export function maskHistory(history: readonly HistoryEntry[], value: string): HistoryEntry[] {
  return maskDeep(history, value) as HistoryEntry[];
}

/** An action in a round whose message is hidden: whatever is typed in it may be the secret. */
export function maskTyped<T extends { action: PageAction | TabAction; description: string }>(
  step: T,
): T {
  if (readTypedText(step.action) === null) return step;
  return { ...step, action: maskAction(step.action), description: maskQuoted(step.description) };
}

export function maskQuoted(text: string): string {
  return text.replace(/“[^”]*”/g, `“${MASK}”`);
}
