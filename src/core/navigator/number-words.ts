const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const POWERS: Record<string, number> = { thousand: 1e3, million: 1e6 };
/** With commas between thousands and a point before decimals, as English has it. */
const DIGITS = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/u;

/** "230", "1,200.50", "twenty-five", "one hundred and fifty"; null for what is no number, or not sure to be one. */
export function readNumber(text: string): number | null {
  const said = text.trim().toLowerCase();
  if (DIGITS.test(said)) return Number(said.replaceAll(',', ''));
  const words = said.split(/[\s-]+/u);
  let [whole, part] = [0, 0];
  let last = 'start';
  for (const word of words) {
    const unit = word === 'a' ? 1 : UNITS.indexOf(word);
    const ten = TENS.indexOf(word);
    const power = POWERS[word];
    // "two three" and "twenty eleven" are not one number.
    if (word === 'and' && (last === 'hundred' || last === 'power')) last = 'and';
    else if (word === 'a' && last !== 'start') return null;
    else if (ten >= 0 && !/unit|ten/u.test(last)) [part, last] = [part + (ten + 2) * 10, 'ten'];
    else if (unit >= 0 && last === 'ten' && (unit === 0 || unit > 9)) return null;
    else if (unit >= 0 && last !== 'unit') [part, last] = [part + unit, 'unit'];
    else if (word === 'hundred' && last === 'unit') [part, last] = [part * 100, 'hundred'];
    else if (power !== undefined && part > 0)
      [whole, part, last] = [whole + part * power, 0, 'power'];
    else return null;
  }
  return last === 'and' || words.at(-1) === 'a' ? null : whole + part;
}
