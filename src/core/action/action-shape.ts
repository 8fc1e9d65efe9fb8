import type { Shape } from '../shape.ts';
import { objectWith, oneOf, variants } from '../shape.ts';
import type { Intent } from './action.ts';
import { getDefinition, RECORDED_ACTIONS } from './action.ts';

function makeActionShape(intents: readonly Intent[]): Shape {
  return variants(
    'intent',
    Object.fromEntries(intents.map((intent) => [intent, objectWith(listShapes(intent))])),
  );
}

const INTENTS = Object.keys(RECORDED_ACTIONS) as Intent[];

export const actionShape = makeActionShape(INTENTS.filter((intent) => intent !== 'say'));
export const sayActionShape = objectWith({ intent: oneOf('say'), ...listShapes('say') });
export const capturedShape = makeActionShape(
  INTENTS.filter((intent) => getDefinition(intent).isCaptured),
);

function listShapes(intent: Intent): Record<string, Shape> {
  const given = Object.entries(getDefinition(intent).arguments);
  return Object.fromEntries(given.map(([member, { shape }]) => [member, shape]));
}
