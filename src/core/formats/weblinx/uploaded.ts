import type { Uid } from '../../action/action.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import { isObject } from '../read-json.ts';

type Members = Record<string, unknown>;

/** A browser turn of somebody's replay.json, its parts as they are there; absent parts are empty. */
export interface UploadedEvent {
  intent: string;
  state: Members;
  given: Members;
  metadata: Members;
  properties: Members;
  element: Members | null;
  uid: Uid | null;
  /** Screenshot px per CSS px. */
  zoom: number;
}

export function readEventParts(turn: Members): UploadedEvent {
  const action = readMembers(turn['action']);
  const given = readMembers(action['arguments']);
  const metadata = readMembers(given['metadata']);
  const element = isObject(given['element']) ? given['element'] : null;
  const uid = readMembers(element?.['attributes'])[UID_ATTRIBUTE];
  const zoom = readNumber(metadata['zoomLevel'], 1);
  return {
    intent: readText(action['intent']),
    state: readMembers(turn['state']),
    given,
    metadata,
    properties: readMembers(given['properties']),
    element,
    uid: typeof uid === 'string' ? uid : null,
    zoom: zoom > 0 ? zoom : 1,
  };
}

export function readMembers(value: unknown): Members {
  return isObject(value) ? value : {};
}

/** A number or truth value as its text; anything else is empty. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function readNumber(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
