/** `autocomplete` tokens of the HTML standard whose values must not leave the page; those of `cc-…` neither. */
const SECRET_TOKENS = new Set(['current-password', 'new-password', 'one-time-code']);

/** True of a field that declares itself to hold a password, a one-time code or card details. */
export function isSecretField(tagName: string, attributes: Record<string, string>): boolean {
  if (!['input', 'select', 'textarea'].includes(tagName.toLowerCase())) return false;
  if (attributes['type']?.toLowerCase() === 'password') return true;
  const tokens = attributes['autocomplete']?.toLowerCase().split(/\s+/) ?? [];
  return tokens.some((token) => token.startsWith('cc-') || SECRET_TOKENS.has(token));
}

/** True of a text that shows nothing of what it stands for: empty, or mask characters only. */
export function isMasked(text: string): boolean {
  return /^[•●*]*$/u.test(text);
}
