/** The text as files and parsers can hold it: no NUL, no lone surrogate (those become U+FFFD). */
export function makeWellFormed(text: string): string {
  const whole = text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
