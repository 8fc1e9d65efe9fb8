import type { SeenAction } from './panel.ts';
import { isRevised } from './check-captured.ts';

const MOST_TEXT = 20_000;
const WORDS = ['uid', 'tag', 'role', 'name', 'text', 'placeholder', 'key'];

/** Whether what a page says that a person did has the form of it. */
export function isSeenAction(value: unknown): value is SeenAction {
  if (!isRecord(value) || !isShort(value['id']) || typeof value['at'] !== 'number') return false;
  const { action, target } = value;
  return (
    isRevised({ turnId: value['id'], action }) &&
    isRecord(action) &&
    Object.values(action).every((each) => typeof each !== 'string' || isShort(each)) &&
    (target === null || (isRecord(target) && WORDS.every((word) => isShort(target[word]))))
  );
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_TEXT;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
