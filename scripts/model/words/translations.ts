/**
 * The languages taken, by ISO 639-1 code: how packages name them with a region, and the name of the
 * folder where that differs.
 */
export const LANGUAGES: Readonly<Record<string, { region: string; place?: string }>> = {
  ar: { region: 'ar-SA', place: 'ar' },
  cs: { region: 'cs-CZ', place: 'cs' },
  da: { region: 'da-DK', place: 'da' },
  de: { region: 'de-DE', place: 'de' },
  es: { region: 'es-ES', place: 'es' },
  fi: { region: 'fi-FI', place: 'fi' },
  fr: { region: 'fr-FR', place: 'fr' },
  he: { region: 'he-IL', place: 'he' },
  hi: { region: 'hi-IN', place: 'hi' },
  id: { region: 'id-ID', place: 'id' },
  it: { region: 'it-IT', place: 'it' },
  ja: { region: 'ja-JP', place: 'ja' },
  ko: { region: 'ko-KR', place: 'ko' },
  nb: { region: 'nb-NO' },
  nl: { region: 'nl-NL', place: 'nl' },
  pl: { region: 'pl-PL', place: 'pl' },
  pt: { region: 'pt-PT', place: 'pt' },
  ru: { region: 'ru-RU', place: 'ru' },
  sv: { region: 'sv-SE', place: 'sv' },
  tr: { region: 'tr-TR', place: 'tr' },
  uk: { region: 'uk-UA', place: 'uk' },
  vi: { region: 'vi-VN', place: 'vi' },
  zh: { region: 'zh-CN' },
};

const LONGEST = 48;
const MOST_WORDS = 6;
/** A text in fewer languages is no common one. */
const FEWEST_LANGUAGES = 3;

/** Interface texts in English with what they are called elsewhere. */
export function createTranslations() {
  const found = new Map<string, Map<string, Set<string>>>();

  function put(english: string, other: string, language: string): void {
    if (!isPlain(english) || !isPlain(other)) return;
    const [key, text] = [tidy(english).toLowerCase(), tidy(other)];
    if (!/[a-z]{2}/.test(key) || text === '' || text.toLowerCase() === key) return;
    const languages = found.get(key) ?? new Map<string, Set<string>>();
    found.set(key, languages);
    languages.set(language, (languages.get(language) ?? new Set()).add(text));
  }

  return {
    /** Two trees of texts with the same keys; what only one has is passed over. */
    pair(english: unknown, other: unknown, language: string): void {
      const texts = flatten(other);
      for (const [key, text] of flatten(english)) {
        const translated = texts.get(key);
        if (translated !== undefined) put(text, translated, language);
      }
    },

    /** One English text a line: `save⇥de=Speichern|Sichern⇥fr=Enregistrer`. */
    print(): string {
      return [...found]
        .filter(([, languages]) => languages.size >= FEWEST_LANGUAGES)
        .map(([key, languages]) => [key, ...printLanguages(languages)].join('\t'))
        .sort()
        .map((line) => `${line}\n`)
        .join('');
    },
  };
}

function printLanguages(languages: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...languages]
    .map(([language, texts]) => `${language}=${[...texts].sort().join('|')}`)
    .sort();
}

function flatten(tree: unknown, path = ''): Map<string, string> {
  if (typeof tree === 'string') return new Map([[path, tree]]);
  if (typeof tree !== 'object' || tree === null) return new Map();
  return new Map(
    Object.entries(tree).flatMap(([key, branch]) => [...flatten(branch, `${path}.${key}`)]),
  );
}

/** Without places to fill in, and short enough to stand on a control. */
function isPlain(text: string): boolean {
  return (
    text.length <= LONGEST &&
    !/[{}%<>$\\|[\]=\t\n]|https?:/.test(text) &&
    text.trim().split(/\s+/).length <= MOST_WORDS
  );
}

function tidy(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[.…:!?。：！？]+$/u, '');
}
