import { isObject } from '../shape.ts';

/** A member to set to `value`, or to delete where `value` is absent. */
export interface Difference {
  /** Names from the outermost object inwards; lists are compared as a whole. */
  path: string[];
  value?: unknown;
}

type Members = Record<string, unknown>;

/**
 * Lists what to change in `written` to get `original`; both JSON values, order of members ignored. Recursion is bounded
 * by the depth that readers of files allow.
 */
export function listDifferences(original: Members, written: Members): Difference[] {
  const names = new Set([...Object.keys(written), ...Object.keys(original)]);
  return [...names].flatMap((name): Difference[] => {
    const one = readMember(original, name);
    const other = readMember(written, name);
    if (one === undefined) return other === undefined ? [] : [{ path: [name] }];
    if (isObject(one) && isObject(other)) {
      return listDifferences(one, other).map(({ path, ...rest }) => ({
        path: [name, ...path],
        ...rest,
      }));
    }
    return isSameValue(one, other) ? [] : [{ path: [name], value: one }];
  });
}

/** Returns `written` with the differences applied; creates missing objects. */
export function applyDifferences(written: Members, differences: readonly Difference[]): Members {
  return differences.reduce<Members>(
    (members, { path, value }) => setMember(members, path, value),
    written,
  );
}

/** Copies instead of assigning by name: a file may contain `__proto__`. */
function setMember(members: Members, [name, ...inner]: readonly string[], value: unknown): Members {
  if (name === undefined) return members;
  const before = readMember(members, name);
  const after =
    inner.length === 0 ? value : setMember(isObject(before) ? before : {}, inner, value);
  const entries = Object.entries(members);
  const at = entries.findIndex(([key]) => key === name);
  if (after === undefined) return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (at < 0) return Object.fromEntries([...entries, [name, after]]);
  return Object.fromEntries(entries.with(at, [name, after]));
}

function readMember(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length && one.every((item, index) => isSameValue(item, other[index]))
    );
  }
  if (isObject(one) && isObject(other)) return listDifferences(one, other).length === 0;
  return Object.is(one, other) || one === other;
}
