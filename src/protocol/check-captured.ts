import { DIALOG_TEXT_LIMIT } from '../core/action/action.ts';
import { capturedShape } from '../core/action/action-shape.ts';
import type { CapturedTurn, TurnRevision } from '../core/demonstration/captured-turn.ts';
import { isMaskReport } from './check-masks.ts';

/*
 * Content scripts share a process with the page, so what they send is looked at before it is used:
 * the types that code here relies on, not the truth of it.
 */

export function isCaptured(value: unknown): value is CapturedTurn {
  return (
    isRecord(value) &&
    typeof value['turnId'] === 'string' &&
    value['turnId'].length <= 64 &&
    isFiniteNumber(value['at']) &&
    isFiniteNumber(value['seq']) &&
    (value['by'] === 'person' || value['by'] === 'copilot') &&
    isAction(value['action']) &&
    isElement(value['element']) &&
    isRecord(value['pointer']) &&
    isFiniteNumber(value['pointer']['x']) &&
    isFiniteNumber(value['pointer']['y']) &&
    isRecord(value['properties']) &&
    isRaw(value['raw']) &&
    isLog(value['changes']) &&
    (value['causedBy'] === null || typeof value['causedBy'] === 'string')
  );
}

export function isRevised(value: unknown): value is TurnRevision {
  if (!isRecord(value) || typeof value['turnId'] !== 'string') return false;
  return isTimeOrAbsent(value['at']) && isAction(value['action']);
}

function isTimeOrAbsent(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value));
}

/** Also rejects dialog texts that are longer than a page can show. */
function isAction(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value['intent'] === 'leave') return true;
  const texts = [value['message'], value['answer']].filter((text) => typeof text === 'string');
  const isShort = texts.every((text) => text.length <= DIALOG_TEXT_LIMIT);
  return capturedShape(value, '') === null && (value['intent'] !== 'dialog' || isShort);
}

function isElement(value: unknown): boolean {
  if (value === null) return true;
  return (
    isRecord(value) &&
    ['uid', 'tagName', 'textContent', 'xpath', 'name', 'role'].every(
      (name) => typeof value[name] === 'string',
    ) &&
    isRecord(value['attributes']) &&
    Object.values(value['attributes']).every((attribute) => typeof attribute === 'string') &&
    isBox(value['box'])
  );
}

function isRaw(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['html'] === 'string' &&
    typeof value['names'] === 'string' &&
    typeof value['token'] === 'string' &&
    typeof value['url'] === 'string' &&
    typeof value['title'] === 'string' &&
    value['uids'] instanceof Uint32Array &&
    value['boxes'] instanceof Float32Array &&
    value['spans'] instanceof Uint32Array &&
    Array.isArray(value['edits']) &&
    Array.isArray(value['omit']) &&
    Array.isArray(value['children']) &&
    isFiniteNumber(value['salt']) &&
    isFiniteNumber(value['takenAt']) &&
    isFiniteNumber(value['devicePixelRatio']) &&
    (value['masks'] === undefined || isMaskReport(value['masks']))
  );
}

function isLog(value: unknown): boolean {
  return (
    isRecord(value) &&
    isFiniteNumber(value['since']) &&
    Array.isArray(value['instants']) &&
    value['instants'].every(isFiniteNumber) &&
    Array.isArray(value['held']) &&
    value['held'].every(isSpan) &&
    typeof value['complete'] === 'boolean' &&
    typeof value['live'] === 'boolean' &&
    (value['differences'] === undefined ||
      (Array.isArray(value['differences']) && value['differences'].every(isDifference)))
  );
}

/** A page that names more places than this names none. */
const MAX_BOXES = 1000;

function isDifference(value: unknown): boolean {
  return (
    isRecord(value) &&
    isFiniteNumber(value['since']) &&
    Array.isArray(value['moved']) &&
    Array.isArray(value['changed']) &&
    value['moved'].length + value['changed'].length <= MAX_BOXES &&
    value['moved'].every(isBox) &&
    value['changed'].every(
      (one) => isBox(getField(one, 'box')) && isFiniteNumber(getField(one, 'at')),
    )
  );
}

function isBox(value: unknown): boolean {
  return ['x', 'y', 'width', 'height'].every((side) => isFiniteNumber(getField(value, side)));
}

function isSpan(value: unknown): boolean {
  return isRecord(value) && isFiniteNumber(value['from']) && isFiniteNumber(value['until']);
}

function getField(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
