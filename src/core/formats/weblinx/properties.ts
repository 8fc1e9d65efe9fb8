import type { BrowserTurn } from '../../demonstration/demonstration.ts';

/** Event members that the dataset has in screenshot px; layerX/Y and movementX/Y stay CSS px. */
const SCALED = 'clientX clientY pageX pageY screenX screenY offsetX offsetY x y'.split(' ');

/**
 * Returns `arguments.properties`: the event's own fields and, under `wayscribe`, which the library ignores, what WebLINX
 * has no field for: that the copilot acted, or that the state may not be the one before the action.
 */
export function writeProperties(turn: BrowserTurn): Record<string, unknown> {
  const { by, screenshot, snapshot } = turn;
  const proof = screenshot.status === 'kept' ? screenshot.proof : null;
  const isPlain = proof === null || proof.kind === 'unchanged' || proof.kind === 'told';
  const remarks = {
    ...(by === 'copilot' && { by }),
    ...(!isPlain && { proof }),
    ...(snapshot?.exact === false && { pageExact: false }),
  };
  const hasRemarks = Object.keys(remarks).length > 0;
  return { ...writeOwn(turn), ...(hasRemarks && { wayscribe: remarks }) };
}

function writeOwn(turn: BrowserTurn): Record<string, unknown> {
  const { action, metadata, properties } = turn;
  switch (action.intent) {
    case 'click':
    case 'hover':
    case 'scroll':
      return scaleProperties(moveToTop(turn), metadata.zoomLevel);
    case 'load':
      return {
        tabId: metadata.tabId,
        frameId: 0,
        timeStamp: turn.at,
        transitionType: 'link',
        ...properties,
        url: action.url,
        transitionQualifiers: readTexts(properties['transitionQualifiers']),
      };
    case 'tabcreate':
    case 'tabremove':
      return { ...properties, tabId: action.tabId };
    case 'tabswitch':
      return { ...properties, tabId: action.tabId, tabIdOrigin: action.fromTabId };
    default:
      return properties;
  }
}

/** Moves an event in a frame, which counts from the frame's corner, into the top viewport. */
function moveToTop({ element, metadata, properties, snapshot }: BrowserTurn) {
  const top = snapshot?.frames[0]?.frameId ?? 0;
  if (element === null || element.frameId === top || !('clientX' in properties)) return properties;
  const { mouseX, mouseY } = metadata;
  return { ...properties, clientX: mouseX, clientY: mouseY, x: mouseX, y: mouseY };
}

/** Multiplies the members that are positions by `zoom`. */
export function scaleProperties(
  properties: Record<string, unknown>,
  zoom: number,
): Record<string, unknown> {
  const scaled = { ...properties };
  for (const name of SCALED) {
    const px = properties[name];
    if (typeof px === 'number' && Number.isFinite(px)) scaled[name] = px * zoom;
  }
  return scaled;
}

/** Returns the strings in a list; anything else counts as an empty list. */
export function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
