/** Words and phrases that name one idea in interfaces. Lower case, words apart by one space. */
export interface Concept {
  same: readonly string[];
  near?: readonly string[];
}

/** What a language calls the ideas of the English lexicon, each by one of its English names. */
export type Translations = Readonly<Record<string, readonly string[]>>;
