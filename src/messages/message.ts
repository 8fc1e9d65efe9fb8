import english from '../../public/_locales/en/messages.json' with { type: 'json' };

export type MessageName = keyof typeof english;

/**
 * Returns a sentence of `public/_locales` in the browser's language. `values` replace `$1`, `$2` … in order. Outside
 * the extension (tests, the command line) the sentence is English.
 */
export function message(name: MessageName, ...values: readonly (string | number)[]): string {
  const texts = values.map(String);
  const { chrome: extension } = globalThis as { chrome?: Partial<typeof chrome> };
  const translated = extension?.i18n?.getMessage(name, texts);
  if (translated) return translated;
  return english[name].message.replace(/\$(\d)/g, (_, place: string) => texts[+place - 1] ?? '');
}

/**
 * Returns the singular or plural form of a message: `panelTurnsOne` and `panelTurnsOther` for `panelTurns`.
 * The count is `$1`.
 */
export function countMessage(name: CountMessageName, count: number): string {
  return message(`${name}${count === 1 ? 'One' : 'Other'}`, count.toLocaleString('en'));
}

/** Messages that come in two forms, without the ending of either. */
type CountMessageName = StemOf<MessageName>;
type StemOf<Name extends MessageName> = Name extends `${infer Stem}Other`
  ? `${Stem}One` extends MessageName
    ? Stem
    : never
  : never;
