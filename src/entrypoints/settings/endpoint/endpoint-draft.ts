import {
  DEFAULT_ENDPOINT,
  validateEndpoint,
} from '../../../core/navigator/model/endpoint-settings.ts';
import type {
  EndpointSettings,
  SettingsProblem,
} from '../../../core/navigator/model/endpoint-settings.ts';
import { message } from '../../../messages/message.ts';
import type { KeyKeeping } from '../../../platform/settings/settings.ts';

/** Whether the key is stored in plain text, encrypted and unlocked, or encrypted and locked. */
export type KeyLockState = 'none' | 'open' | 'locked';

/** The form as entered; numbers are text. */
export interface EndpointDraft extends Pick<
  EndpointSettings,
  'baseUrl' | 'apiKey' | 'model' | 'strategy' | 'images' | 'tools'
> {
  contextTokens: string;
  promptPrice: string;
  completionPrice: string;
  ceiling: string;
  /** Whether to encrypt the key with `passphrase`; an empty one keeps the current passphrase. */
  encryptsKey: boolean;
  passphrase: string;
}

export type DraftField = keyof EndpointSettings | 'passphrase';

export type ParsedDraft =
  | { ok: true; settings: EndpointSettings; key: KeyKeeping }
  | { ok: false; problems: { field: DraftField; message: string }[] };

export function createDraft(stored: EndpointSettings | null, seal: KeyLockState): EndpointDraft {
  const { contextTokens, prices, ceiling, ...rest } = stored ?? {
    ...DEFAULT_ENDPOINT,
    baseUrl: '',
  };
  return {
    ...rest,
    contextTokens: String(contextTokens),
    promptPrice: prices === null ? '' : String(prices.prompt),
    completionPrice: prices === null ? '' : String(prices.completion),
    ceiling: ceiling === null ? '' : String(ceiling),
    encryptsKey: seal !== 'none',
    passphrase: '',
  };
}

export function parseDraft(
  draft: EndpointDraft,
  stored: EndpointSettings | null,
  seal: KeyLockState,
): ParsedDraft {
  const { promptPrice, completionPrice, ceiling, contextTokens } = draft;
  const hasPrices = promptPrice.trim() !== '' || completionPrice.trim() !== '';
  const checked = validateEndpoint(
    {
      ...draft,
      contextTokens: parseAmount(contextTokens),
      prices: hasPrices
        ? { prompt: parseAmount(promptPrice), completion: parseAmount(completionPrice) }
        : null,
      ceiling: ceiling.trim() === '' ? null : parseAmount(ceiling),
    },
    seal === 'locked',
  );
  const key = parseKeyStorage(draft, stored, seal);
  const problems: { field: DraftField; message: string }[] = checked.ok
    ? []
    : checked.problems.map(({ field, message }: SettingsProblem) => ({ field, message }));
  if (typeof key === 'string') problems.push({ field: 'passphrase', message: key });
  if (!checked.ok || typeof key === 'string') return { ok: false, problems };
  return { ok: true, settings: checked.settings, key };
}

/** Accepts decimal commas. */
function parseAmount(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

const MIN_PASSPHRASE_LENGTH = 8;

function parseKeyStorage(
  { encryptsKey, passphrase, apiKey }: EndpointDraft,
  stored: EndpointSettings | null,
  seal: KeyLockState,
): KeyKeeping | string {
  if (seal === 'locked') return { as: 'keep' };
  if (!encryptsKey || apiKey.trim() === '') return { as: 'plain' };
  if (passphrase === '') {
    const isSame = seal === 'open' && stored?.apiKey === apiKey.trim();
    return isSame ? { as: 'keep' } : message('settingsPassphraseMissing');
  }
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) {
    return message('settingsPassphraseShort', MIN_PASSPHRASE_LENGTH);
  }
  return { as: 'sealed', passphrase };
}
