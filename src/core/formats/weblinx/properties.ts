import type { BrowserTurn } from '../../demonstration/demonstration.ts';

/** Event members that the dataset holds in screenshot px; layerX/Y and movementX/Y stay CSS px. */
const SCALED = [
  ...['clientX', 'clientY', 'pageX', 'pageY', 'screenX', 'screenY'],
  ...['offsetX', 'offsetY', 'x', 'y'],
];

/**
 * `arguments.properties`: the event's own fields. Under `wayscribe`, a member the library does not
 * look at, stands what WebLINX has no field for.
 */
export function writeProperties(turn: BrowserTurn): Record<string, unknown> {
  const remarks = writeRemarks(turn);
  return { ...writeOwn(turn), ...(remarks === null ? {} : { wayscribe: remarks }) };
}

function writeOwn(turn: BrowserTurn): Record<string, unknown> {
  const { action, metadata, properties } = turn;
  switch (action.intent) {
    case 'click':
    case 'hover':
    case 'scroll':
      return scaleProperties(seeFromTop(turn), metadata.zoomLevel);
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

/** An event in a frame counts from that frame's corner; the dataset knows one viewport only. */
function seeFromTop({ element, metadata, properties, snapshot }: BrowserTurn) {
  const top = snapshot?.frames[0]?.frameId ?? 0;
  if (element === null || element.frameId === top || !('clientX' in properties)) return properties;
  const { mouseX, mouseY } = metadata;
  return { ...properties, clientX: mouseX, clientY: mouseY, x: mouseX, y: mouseY };
}

/** With the members that are places multiplied by `zoom`. */
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

function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}

/** Only what is out of the ordinary: a program acted, or the state is not surely the one before. */
function writeRemarks({ by, screenshot, snapshot }: BrowserTurn): Record<string, unknown> | null {
  const proof = screenshot.status === 'kept' ? screenshot.proof : null;
  const isNoted = proof?.kind === 'stale' || proof?.kind === 'ring';
  const remarks = {
    ...(by === 'copilot' ? { by } : {}),
    ...(isNoted ? { proof } : {}),
    ...(snapshot?.exact === false ? { pageExact: false } : {}),
  };
  return Object.keys(remarks).length === 0 ? null : remarks;
}
