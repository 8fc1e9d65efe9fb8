/** A JSON Schema (draft 2020-12), as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns why a value doesn't have the shape, naming the place; null when it does. Never throws. `schema` is the same
 * as JSON Schema.
 */
export interface Shape {
  (value: unknown, place: string): string | null;
  readonly schema: JsonSchema;
  /** The member may be missing. */
  readonly optional?: true;
}

/** Makes a type guard of a shape. */
export function isOf<T>(shape: Shape): (value: unknown) => value is T {
  return (value): value is T => shape(value, '') === null;
}

export const text: Shape = makeLeafShape('text', (value) => typeof value === 'string', {
  type: 'string',
});
export const flag: Shape = makeLeafShape('true or false', (value) => typeof value === 'boolean', {
  type: 'boolean',
});
/** Finite, since JSON has no other numbers. */
export const number: Shape = makeLeafShape('a number', Number.isFinite, { type: 'number' });
/** For parts that are only passed on. */
export const anyObject: Shape = makeLeafShape('an object', isObject, { type: 'object' });

export function oneOf(...allowed: (string | number | null)[]): Shape {
  return makeLeafShape(allowed.join(' or '), (value) => allowed.some((one) => one === value), {
    enum: allowed,
  });
}

export function orNull(shape: Shape): Shape {
  return makeShape({ anyOf: [shape.schema, { type: 'null' }] }, (value, place) =>
    value === null ? null : shape(value, place),
  );
}

export function orAbsent(shape: Shape): Shape {
  const check = (value: unknown, place: string): string | null =>
    value === undefined ? null : shape(value, place);
  return Object.assign(check, { schema: shape.schema, optional: true as const });
}

/** The same shape with a description for readers of its schema. */
export function describedAs(description: string, shape: Shape): Shape {
  const check = (value: unknown, place: string): string | null => shape(value, place);
  const schema = { ...shape.schema, description };
  return Object.assign(check, { schema, ...(shape.optional && { optional: true as const }) });
}

export function listOf(shape: Shape): Shape {
  return makeShape({ type: 'array', items: shape.schema }, (value, place) => {
    if (!Array.isArray(value)) return `${place} should be a list`;
    return findFirstFault(value, (item, index) => shape(item, `${place}[${index}]`));
  });
}

/** A list of two. */
export function pairOf(shape: Shape): Shape {
  const list = listOf(shape);
  return makeShape({ ...list.schema, minItems: 2, maxItems: 2 }, (value, place) =>
    Array.isArray(value) && value.length !== 2 ? `${place} should be a pair` : list(value, place),
  );
}

export function mapOf(shape: Shape): Shape {
  return makeShape({ type: 'object', additionalProperties: shape.schema }, (value, place) => {
    if (!isObject(value)) return `${place || 'it'} should be an object`;
    return findFirstFault(Object.entries(value), ([key, item]) => shape(item, `${place}.${key}`));
  });
}

/** Further members are allowed. */
export function objectWith(members: Record<string, Shape>): Shape {
  const all = Object.entries(members);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(all.map(([key, shape]) => [key, shape.schema])),
    required: all.flatMap(([key, shape]) => (shape.optional ? [] : [key])),
  };
  return makeShape(schema, (value, place) => {
    if (!isObject(value)) return `${place || 'it'} should be an object`;
    return findFirstFault(all, ([key, shape]) =>
      shape(value[key], place === '' ? key : `${place}.${key}`),
    );
  });
}

/** Members with the same shape, for `objectWith`. */
export function each(shape: Shape, ...names: string[]): Record<string, Shape> {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

/** One of several objects, distinguished by a member. */
export function variants(by: string, shapes: Record<string, Shape>): Shape {
  const cases = Object.entries(shapes).map(([name, shape]) => ({
    if: { properties: { [by]: { const: name } } },
    then: shape.schema,
  }));
  const named = { properties: { [by]: { enum: Object.keys(shapes) } }, required: [by] };
  return makeShape({ type: 'object', ...named, allOf: cases }, (value, place) => {
    if (!isObject(value)) return `${place || 'it'} should be an object`;
    const name = value[by];
    const shape =
      typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return shape === undefined
      ? `${place}.${by} is not one that this version knows`
      : shape(value, place);
  });
}

function makeLeafShape(
  what: string,
  holds: (value: unknown) => boolean,
  schema: JsonSchema,
): Shape {
  return makeShape(schema, (value, place) =>
    holds(value) ? null : `${place || 'it'} should be ${what}`,
  );
}

function makeShape(
  schema: JsonSchema,
  check: (value: unknown, place: string) => string | null,
): Shape {
  return Object.assign(check, { schema });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findFirstFault<T>(
  items: readonly T[],
  check: (item: T, index: number) => string | null,
): string | null {
  for (const [index, item] of items.entries()) {
    const fault = check(item, index);
    if (fault !== null) return fault;
  }
  return null;
}
