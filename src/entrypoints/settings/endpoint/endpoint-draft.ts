import {
  DEFAULT_ENDPOINT,
  validateEndpoint,
} from '../../../core/navigator/model/endpoint-settings.ts';
import type {
  EndpointSettings,
  SettingsProblem,
} from '../../../core/navigator/model/endpoint-settings.ts';
import type { KeyKeeping } from '../../../platform/settings/settings.ts';
import type { KeyLockState } from '../settings-model.ts';

/** The form as typed: numbers are texts until they are read. */
export interface EndpointDraft extends Pick<
  EndpointSettings,
  'baseUrl' | 'apiKey' | 'model' | 'strategy' | 'images' | 'tools'
> {
  contextTokens: string;
  promptPrice: string;
  completionPrice: string;
  ceiling: string;
  /** The key is to be sealed, with this passphrase; empty: with the one it has. */
  encryptsKey: boolean;
  passphrase: string;
}

export type DraftField = keyof EndpointSettings | 'passphrase';

export type ParsedDraft =
  | { ok: true; settings: EndpointSettings; key: KeyKeeping }
  | { ok: false; problems: { field: DraftField; message: string }[] };

export function createDraft(stored: EndpointSettings | null, seal: KeyLockState): EndpointDraft {
  const { contextTokens, prices, ceiling, ...rest } = stored ?? DEFAULT_ENDPOINT;
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

/** The settings that a draft means and how its key is to be kept, or all that is wrong with it. */
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

/** Decimal commas are taken too. */
function parseAmount(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

/** Short ones are found by trying. */
const MIN_PASSPHRASE_LENGTH = 8;

function parseKeyStorage(
  { encryptsKey: seals, passphrase, apiKey }: EndpointDraft,
  stored: EndpointSettings | null,
  seal: KeyLockState,
): KeyKeeping | string {
  if (seal === 'locked') return { as: 'keep' };
  if (!seals || apiKey.trim() === '') return { as: 'plain' };
  if (passphrase === '') {
    const isSame = seal === 'open' && stored?.apiKey === apiKey.trim();
    return isSame ? { as: 'keep' } : 'Type the passphrase that the key is to be sealed with.';
  }
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) {
    return `Take at least ${String(MIN_PASSPHRASE_LENGTH)} characters: a few words are easy to remember.`;
  }
  return { as: 'sealed', passphrase };
}
