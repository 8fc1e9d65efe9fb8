import { isHopList } from '../hops/check-hops.ts';
import type { JournalEntry } from './journal-entry.ts';

type Stored = Record<string, unknown>;

const VERDICTS: readonly unknown[] = ['changed', 'unchanged', 'unknown'];

/** Whether something read from disk is an entry; what another version wrote may not be. */
export function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isObject(value) || typeof value['at'] !== 'number') return false;
  switch (value['type']) {
    case 'began':
      return (
        hasTexts(value, 'id', 'message', 'url') &&
        typeof value['tabId'] === 'number' &&
        typeof value['hidden'] === 'boolean' &&
        (value['carried'] === null || isCarried(value['carried']))
      );
    case 'acting':
      return (
        hasTexts(value, 'turnId') &&
        isStep(value) &&
        (value['left'] === null || isLeft(value['left']))
      );
    case 'acted':
      return hasTexts(value, 'turnId', 'outcome') && isReceipt(value['receipt']);
    case 'refused':
      return hasTexts(value, 'turnId', 'outcome');
    case 'deed':
      return isDeed(value);
    case 'said':
      return hasTexts(value, 'id', 'text');
    case 'hops':
      return isHopList(value['list']);
    case 'spent':
      return isSpending(value['spending']);
    case 'ended':
      return true;
    default:
      return false;
  }
}

function isSpending(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { questions, promptTokens, completionTokens, estimated, cost } = value;
  return (
    [questions, promptTokens, completionTokens, cost ?? 0].every(Number.isFinite) &&
    typeof estimated === 'boolean' &&
    cost !== undefined
  );
}

function isCarried(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { done, uncertain, next, deeds = [] } = value;
  const told = Array.isArray(done) && done.every((each) => typeof each === 'string');
  return (
    told &&
    isListOf(uncertain, isStep) &&
    isListOf(deeds, isDeed) &&
    (next === null || isListOf(next, isTask))
  );
}

function isDeed(value: unknown): boolean {
  if (!isObject(value) || !hasTexts(value, 'id') || !isStep(value)) return false;
  const { target, site } = value;
  if (site !== undefined && typeof site !== 'string') return false;
  return (
    target === null ||
    (isObject(target) &&
      hasTexts(target, 'uid', 'tag', 'role', 'name', 'text', 'placeholder', 'key'))
  );
}

function isLeft(value: unknown): boolean {
  return isObject(value) && isTask(value['now']) && isListOf(value['rest'], isTask);
}

function isStep(value: unknown): boolean {
  return isObject(value) && hasTexts(value, 'description') && hasMember(value['action'], 'intent');
}

function isTask(value: unknown): boolean {
  return hasMember(value, 'kind');
}

function isReceipt(value: unknown): boolean {
  return isObject(value) && VERDICTS.includes(value['verdict']) && Array.isArray(value['changes']);
}

function hasMember(value: unknown, name: string): boolean {
  return isObject(value) && hasTexts(value, name);
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function hasTexts(value: Stored, ...names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null;
}
