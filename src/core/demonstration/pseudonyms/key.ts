import type { Shape } from '../../shape.ts';
import { flag, listOf, objectWith, oneOf, text } from '../../shape.ts';

/** What a text says of a person. `other`: a text that somebody chose. */
export const PERSONAL_KINDS = ['person', 'email', 'phone', 'card', 'address', 'other'] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

export interface PersonalText {
  text: string;
  kind: PersonalKind;
}

/** One text and what stands in its place in exports. */
export interface Pseudonym extends PersonalText {
  /** Letters, digits, `@` and `.` only, so that it is written the same in HTML, JSON and addresses. */
  surrogate: string;
  /** False for a text that a person has looked at and that may stay. */
  isReplaced: boolean;
}

/** All pseudonyms of a library: it tells who is who, so it is part of no export. */
export type PseudonymKey = readonly Pseudonym[];

export const pseudonymKeyShape: Shape = listOf(
  objectWith({ text, kind: oneOf(...PERSONAL_KINDS), surrogate: text, isReplaced: flag }),
);

export function countPseudonyms(key: PseudonymKey | null): Record<string, number> | null {
  if (!key) return null;
  const counts: Record<string, number> = {};
  for (const { kind, isReplaced } of key) if (isReplaced) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The key with what was found; known texts keep their surrogate, whatever their case. */
export function extendKey(key: PseudonymKey, found: readonly PersonalText[]): PseudonymKey {
  const extended = [...key];
  const known = new Set(key.flatMap(({ text: own, surrogate }) => [own, surrogate].map(fold)));
  for (const { text: given, kind } of found) {
    const own = given.trim();
    if (own === '' || known.has(fold(own))) continue;
    known.add(fold(own));
    extended.push({ text: own, kind, surrogate: nameNext(extended, kind), isReplaced: true });
  }
  return extended;
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ');
}

const SURROGATES: Readonly<Record<PersonalKind, (number: number) => string>> = {
  person: (number) => `Person${number}`,
  email: (number) => `person${number}@mail.example`,
  // Numbers that are set aside for fiction (North American Numbering Plan, 555-0100 to 555-0199), then longer ones.
  phone: (number) => `202555${String(99 + number).padStart(4, '0')}`,
  card: (number) => completeCard(`400000${String(number).padStart(9, '0')}`),
  address: (number) => `Address${number}`,
  other: (number) => `Text${number}`,
};

function nameNext(key: PseudonymKey, kind: PersonalKind): string {
  const used = new Set(key.map(({ surrogate }) => surrogate));
  for (let number = 1; ; number += 1) {
    const surrogate = SURROGATES[kind](number);
    if (!used.has(surrogate)) return surrogate;
  }
}

/** With its check digit. */
function completeCard(digits: string): string {
  for (let check = 0; check < 9; check += 1) {
    if (isCardNumber(`${digits}${check}`)) return `${digits}${check}`;
  }
  return `${digits}9`;
}

/** By the Luhn algorithm (ISO/IEC 7812-1, annex B). `digits` has no gaps. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
