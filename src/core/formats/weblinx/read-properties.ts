import type { Actor } from '../../action/action.ts';
import type { Proof } from '../../demonstration/demonstration.ts';
import { isObject } from '../read-json.ts';
import { scaleProperties } from './properties.ts';
import type { UploadedEvent } from './uploaded.ts';
import { readNumber } from './uploaded.ts';

/** `arguments.properties` as a turn has them, and what our own exports say under `wayscribe`. */
export interface OwnProperties {
  properties: Record<string, unknown>;
  by: Actor;
  proof: Proof | null;
  pageExact: boolean;
}

/** Pointer events in CSS px: the dataset holds them in screenshot px. */
export function readOwnProperties({ intent, properties, zoom }: UploadedEvent): OwnProperties {
  const { wayscribe, ...rest } = properties;
  const remarks = isObject(wayscribe) ? wayscribe : {};
  const { by, proof, pageExact } = remarks;
  const isPointer = intent === 'click' || intent === 'hover' || intent === 'scroll';
  return {
    properties: isPointer ? scaleProperties(rest, 1 / zoom) : rest,
    by: by === 'copilot' ? 'copilot' : 'person',
    proof: isObject(proof) ? readStale(proof) : null,
    pageExact: pageExact !== false,
  };
}

function readStale({ kind, ageMs, reason }: Record<string, unknown>): Proof | null {
  if (kind !== 'stale' || typeof reason !== 'string') return null;
  return { kind, ageMs: readNumber(ageMs), reason };
}
