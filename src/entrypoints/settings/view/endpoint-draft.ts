import {
  DEFAULT_ENDPOINT,
  validateEndpoint,
} from '../../../core/navigator/endpoint/endpoint-settings.ts';
import type {
  EndpointSettings,
  SettingsProblem,
} from '../../../core/navigator/endpoint/endpoint-settings.ts';
import type { KeyKeeping } from '../../../platform/settings.ts';
import type { SealState } from './endpoint-model.ts';

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
  seals: boolean;
  passphrase: string;
}

export type DraftField = keyof EndpointSettings | 'passphrase';

export type ReadDraft =
  | { ok: true; settings: EndpointSettings; key: KeyKeeping }
  | { ok: false; problems: { field: DraftField; message: string }[] };

export function writeDraft(stored: EndpointSettings | null, seal: SealState): EndpointDraft {
  const { contextTokens, prices, ceiling, ...rest } = stored ?? DEFAULT_ENDPOINT;
  return {
    ...rest,
    contextTokens: String(contextTokens),
    promptPrice: prices === null ? '' : String(prices.prompt),
    completionPrice: prices === null ? '' : String(prices.completion),
    ceiling: ceiling === null ? '' : String(ceiling),
    seals: seal !== 'none',
    passphrase: '',
  };
}

/** The settings that a draft means and how its key is to be kept, or all that is wrong with it. */
export function readDraft(
  draft: EndpointDraft,
  stored: EndpointSettings | null,
  seal: SealState,
): ReadDraft {
  const { promptPrice, completionPrice, ceiling, contextTokens } = draft;
  const hasPrices = promptPrice.trim() !== '' || completionPrice.trim() !== '';
  const checked = validateEndpoint(
    {
      ...draft,
      contextTokens: readAmount(contextTokens),
      prices: hasPrices
        ? { prompt: readAmount(promptPrice), completion: readAmount(completionPrice) }
        : null,
      ceiling: ceiling.trim() === '' ? null : readAmount(ceiling),
    },
    seal === 'locked',
  );
  const key = readKeeping(draft, stored, seal);
  const problems: { field: DraftField; message: string }[] = checked.ok
    ? []
    : checked.problems.map(({ field, message }: SettingsProblem) => ({ field, message }));
  if (typeof key === 'string') problems.push({ field: 'passphrase', message: key });
  if (!checked.ok || typeof key === 'string') return { ok: false, problems };
  return { ok: true, settings: checked.settings, key };
}

/** Decimal commas are taken too. */
function readAmount(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}

/** Short ones are found by trying. */
const SHORTEST_PASSPHRASE = 8;

function readKeeping(
  { seals, passphrase, apiKey }: EndpointDraft,
  stored: EndpointSettings | null,
  seal: SealState,
): KeyKeeping | string {
  if (seal === 'locked') return { as: 'keep' };
  if (!seals || apiKey.trim() === '') return { as: 'plain' };
  if (passphrase === '') {
    const isSame = seal === 'open' && stored?.apiKey === apiKey.trim();
    return isSame ? { as: 'keep' } : 'Type the passphrase that the key is to be sealed with.';
  }
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    return `Take at least ${String(SHORTEST_PASSPHRASE)} characters: a few words are easy to remember.`;
  }
  return { as: 'sealed', passphrase };
}
