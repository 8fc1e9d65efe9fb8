import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import {
  MASK,
  maskAction,
  maskToolInput,
  readSecretArgument,
} from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { isSecret } from '../form-controls.ts';
import type { HistoryEntry } from '../run/history.ts';

const SECRET =
  /pass ?(?:word|code|phrase)|passwor[dt]|kennwort|mot de passe|contrase[nñ]a|clave|senha|парол|密码|密碼|パスワード|\b(?:pin|otp|cvc|cvv|iban)\b|(?:card|account) number|(?:security|one-time|verification) code|api key|token/i;
const ENTRY_WORDS = /["“”«»„']|\b(?:type|enter|fill|write|put|set|use|is|log ?in|sign ?in)\b|[:=]/i;

/** Whether a message may hold a secret; which field its words are for is unknown until the page is read. */
export function mayHoldSecret(message: string): boolean {
  return SECRET.test(message) && ENTRY_WORDS.test(message);
}

/** Shorter texts occur by chance inside other words. */
export const MIN_MASKED = 4;

/** Masks a value in all texts, at any depth. */
export function maskDeep(content: unknown, value: string): unknown {
  if (value.length < MIN_MASKED) return content;
  if (typeof content === 'string') return content.replaceAll(value, MASK);
  if (Array.isArray(content)) return content.map((item) => maskDeep(item, value));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, member]) => [name, maskDeep(member, value)]),
  );
}

/** Returns the typed or chosen text or the single key; null for other actions. */
function readTypedText(action: PageAction | TabAction): string | null {
  if (action.intent === 'textInput') return action.text;
  if (action.intent === 'press') return Array.from(action.key).length === 1 ? action.key : null;
  return action.intent === 'change' ? action.value : null;
}

/**
 * Returns the text that an action types into a secret field; null for other actions. The receipt also reveals
 * such a field by masking its value, for example when the target was the field's label.
 */
export function readTypedSecret(
  action: PageAction | TabAction,
  target: Candidate | null,
  receipt: Receipt | null,
): string | null {
  if (action.intent === 'callTool') return readSecretArgument(action.input);
  const isHidden = receipt?.changes.some((change) => change.kind === 'value' && change.to === MASK);
  return (target && isSecret(target)) || isHidden ? readTypedText(action) : null;
}

/** Masks a text that was typed into a secret field. */
export function maskHistory(history: readonly HistoryEntry[], value: string): HistoryEntry[] {
  return maskDeep(history, value) as HistoryEntry[];
}

/** Masks what an action types, in a run whose message is hidden: it may be the secret. */
export function maskTyped<T extends { action: PageAction | TabAction; description: string }>(
  step: T,
): T {
  const { action } = step;
  const isCall = action.intent === 'callTool';
  if (!isCall && readTypedText(action) === null) return step;
  const masked = isCall ? maskToolInput(action, true) : maskAction(action);
  return { ...step, action: masked, description: maskQuoted(step.description) };
}

export function maskQuoted(text: string): string {
  return text.replace(/“[^”]*”/g, `“${MASK}”`);
}
