/** `len(text)`: code points, not UTF-16 units. Lone surrogates count as one each, as in Python. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    if (isPair(text, at)) {
      count--;
      at++;
    }
  }
  return count;
}

/** `text[:n]` for n from 0. */
export function takeFirst(text: string, n: number): string {
  let at = 0;
  for (let left = n; left > 0 && at < text.length; left--) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}

/** `text[len(text) - n:]` for n from 0. */
export function takeLast(text: string, n: number): string {
  let at = text.length;
  for (let left = n; left > 0 && at > 0; left--) at -= at > 1 && isPair(text, at - 2) ? 2 : 1;
  return text.slice(at);
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
