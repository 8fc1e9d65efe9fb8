/** Crockford's base32: no I, L, O and U, which are mistaken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 10;
const MISTAKEN: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

/** What a person types to pair an agent: where its server listens, and 50 random bits. */
export interface PairingCode {
  port: number;
  secret: string;
}

/** `9320-K7QF2-9XM4D`. `random` needs ten bytes. */
export function makePairingCode(port: number, random: Uint8Array): PairingCode {
  const letters = Array.from(random.slice(0, LETTERS), (byte) => ALPHABET[byte % 32] ?? '0');
  return { port, secret: letters.join('') };
}

export function printPairingCode({ port, secret }: PairingCode): string {
  return `${port}-${secret.slice(0, LETTERS / 2)}-${secret.slice(LETTERS / 2)}`;
}

/** Reads what was typed, in any case and with any marks between; null if it can't be a code. */
export function readPairingCode(typed: string): PairingCode | null {
  const [, digits = '', rest = ''] = /^\s*(\d{2,5})\s*[-–—: ]\s*(.+?)\s*$/u.exec(typed) ?? [];
  const letters = rest.toUpperCase().replace(/[-–—\s]/gu, '');
  const secret = Array.from(letters, (letter) => MISTAKEN[letter] ?? letter).join('');
  const port = Number(digits);
  const isCode =
    secret.length === LETTERS && Array.from(secret).every((each) => ALPHABET.includes(each));
  return isCode && port > 0 && port < 65_536 ? { port, secret } : null;
}
