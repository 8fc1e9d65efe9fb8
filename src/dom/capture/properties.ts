/** The fields of a pointer event that WebLINX keeps as `properties` (§1.6), unscaled. */
const POINTER_FIELDS = [
  'altKey',
  'ctrlKey',
  'metaKey',
  'shiftKey',
  'button',
  'buttons',
  'detail',
  'clientX',
  'clientY',
  'pageX',
  'pageY',
  'screenX',
  'screenY',
  'offsetX',
  'offsetY',
  'movementX',
  'movementY',
  'x',
  'y',
] as const satisfies (keyof MouseEvent)[];

export function readProperties(event: Event): Record<string, unknown> {
  const { composed, eventPhase, timeStamp } = event;
  const base = { composed, eventPhase, returnValue: !event.defaultPrevented, timeStamp };
  if (!(event instanceof MouseEvent)) return base;
  const pointer = POINTER_FIELDS.map((name) => [name, event[name]] as const);
  return { ...base, ...Object.fromEntries(pointer) };
}
