import { splitUrl } from '../../formats/python/split-url.ts';
import type { EvaluatedAction } from './evaluated-action.ts';

/** URLF of two loads, 0 … 1 (weblinx-format.md §5.2); null for anything else. */
export function scoreUrlf(predicted: EvaluatedAction, reference: EvaluatedAction): number | null {
  if (predicted.intent !== 'load' || reference.intent !== 'load') return null;
  const [a, b] = [predicted.args['url'], reference.args['url']];
  return typeof a === 'string' && typeof b === 'string' ? measureUrlf(a, b) : 0;
}

/**
 * F1 of the sets of a URL's tokens: its host and the segments of its path. As published, `www.` is
 * removed as a run of the characters `w` and `.` (`wwf.org` is `f.org`), a double slash makes an empty
 * token, and scheme, query and fragment do not count. 0 when a URL is empty or cannot be parsed.
 */
export function measureUrlf(predicted: string, reference: string): number {
  const [a, b] = [readTokens(predicted), readTokens(reference)];
  if (a === null || b === null) return 0;
  const shared = [...a].filter((token) => b.has(token)).length;
  if (shared === 0) return 0;
  const [precision, recall] = [shared / a.size, shared / b.size];
  return (2 * precision * recall) / (precision + recall);
}

function readTokens(url: string): Set<string> | null {
  if (url === '') return null;
  const split = splitUrl(url);
  if (split === null) return null;
  const path = split.path.replace(/^\/+|\/+$/g, '');
  return new Set([split.netloc.replace(/^[w.]+/, ''), ...(path === '' ? [] : path.split('/'))]);
}
