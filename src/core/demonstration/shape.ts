/** Says why a value has not the expected shape, naming the place; null when it has. Never throws. */
export type Shape = (value: unknown, place: string) => string | null;

export const text: Shape = demand('text', (value) => typeof value === 'string');
export const flag: Shape = demand('true or false', (value) => typeof value === 'boolean');
/** Finite: what JSON and IndexedDB both keep. */
export const number: Shape = demand('a number', Number.isFinite);
/** Any object; for parts that are only passed on. */
export const anyObject: Shape = demand('an object', isObject);

export function oneOf(...allowed: (string | number)[]): Shape {
  return demand(allowed.join(' or '), (value) => allowed.some((one) => one === value));
}

export function orNull(shape: Shape): Shape {
  return (value, place) => (value === null ? null : shape(value, place));
}

/** A member that may be left out. */
export function orAbsent(shape: Shape): Shape {
  return (value, place) => (value === undefined ? null : shape(value, place));
}

export function listOf(shape: Shape): Shape {
  return (value, place) => {
    if (!Array.isArray(value)) return `${place} should be a list`;
    return firstFault(value, (item, index) => shape(item, `${place}[${index}]`));
  };
}

/** An object used as a map. */
export function mapOf(shape: Shape): Shape {
  return (value, place) => {
    if (!isObject(value)) return `${place || 'it'} should be an object`;
    return firstFault(Object.entries(value), ([key, item]) => shape(item, `${place}.${key}`));
  };
}

/** An object with at least these members; what else it has is left alone. */
export function objectWith(members: Record<string, Shape>): Shape {
  return (value, place) => {
    if (!isObject(value)) return `${place || 'it'} should be an object`;
    return firstFault(Object.entries(members), ([key, shape]) =>
      shape(value[key], place === '' ? key : `${place}.${key}`),
    );
  };
}

/** One of several objects, told apart by a member. */
export function variants(by: string, shapes: Record<string, Shape>): Shape {
  return (value, place) => {
    if (!isObject(value)) return `${place || 'it'} should be an object`;
    const name = value[by];
    const shape =
      typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return shape === undefined
      ? `${place}.${by} is not one that this version knows`
      : shape(value, place);
  };
}

function demand(what: string, holds: (value: unknown) => boolean): Shape {
  return (value, place) => (holds(value) ? null : `${place} should be ${what}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstFault<T>(
  items: readonly T[],
  check: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const fault = check(item, index);
    if (fault !== null) return fault;
  }
  return null;
}
