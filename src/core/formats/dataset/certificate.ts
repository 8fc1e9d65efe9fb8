import type { WrittenFile } from './card.ts';
import type { DatasetFacts, DatasetNames } from './facts.ts';

export const CERTIFICATE_FILE = 'leak-certificate.json';
export const CERTIFICATE_FORMAT = 'wayscribe-leak-certificate';
const CERTIFICATE_VERSION = 1;

/** What was searched for besides what every dataset is searched for. */
export interface SearchedTexts {
  /** Texts that have a pseudonym, by kind; null where no pseudonyms were asked for. */
  pseudonyms: Record<string, number> | null;
  /** Secrets that were typed while recording, as far as they are known here; null where they are not. */
  typedSecrets: number | null;
}

/** An input that is not in the dataset. */
export interface LeftOut {
  input: string;
  reason: string;
}

export interface Certificate {
  format: typeof CERTIFICATE_FORMAT;
  version: number;
  /** Stands for the inputs and options that the dataset was made of. */
  madeOf: string;
  files: readonly WrittenFile[];
  leftOut: readonly LeftOut[];
  tool: string;
  publishedOn: string;
  masked: object;
  searched: readonly object[];
  notSearched: readonly string[];
}

/**
 * Returns leak-certificate.json: what was masked, what was searched for in every text before it was written, what was found,
 * and the SHA-256 of every other file. It proves what was done, not that nothing personal is left.
 */
export function writeCertificate(
  { tool, publishedOn }: DatasetNames,
  facts: DatasetFacts,
  searched: SearchedTexts,
  leftOut: readonly LeftOut[],
  { madeOf, files }: { madeOf: string; files: readonly WrittenFile[] },
): Certificate {
  const { pseudonyms, typedSecrets } = searched;
  return {
    ...{ format: CERTIFICATE_FORMAT, version: CERTIFICATE_VERSION, tool, publishedOn, madeOf },
    masked: {
      what: 'Values of password, one-time code and card fields, and regions that annotators chose, were masked while recording, in texts and pictures.',
      valuesInTexts: facts.masked,
    },
    searched: [
      {
        what: 'Secret fields of pages and actions that show their value.',
        found: 0,
        thenDone: 'The demonstration is left out.',
      },
      pseudonyms && {
        what: 'Texts that have a pseudonym: plain, in JSON escapes, HTML entities, URL encoding, base64 and UTF-16, also in the texts of PNG files.',
        texts: pseudonyms,
        found: 0,
        thenDone: 'Replaced, and the demonstration is left out where that is impossible.',
      },
      typedSecrets !== null && {
        what: 'Secrets that were typed while recording, in the same encodings.',
        texts: typedSecrets,
        found: 0,
        thenDone: 'The demonstration is left out.',
      },
      {
        what: 'E-mail addresses, phone and card numbers, and what fields for names and addresses hold.',
        found: facts.personal,
        thenDone: 'Counted here, once for each demonstration. --pseudonyms replaces them.',
      },
    ].filter((each) => each !== null && each !== false),
    notSearched: [
      'Names in running text.',
      'Pixels: pictures show what was on the screen outside of masked regions.',
      ...(typedSecrets === null
        ? [
            'Secrets that were typed while recording: only the browser that recorded them knows them.',
          ]
        : []),
    ],
    leftOut,
    files,
  };
}
