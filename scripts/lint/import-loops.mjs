import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Modules of src that import each other in a circle, types included: a reader can't start anywhere, and evaluation
 * order becomes an accident. A type that two modules need belongs into the one that imports nothing of the other.
 *
 * @type {import('oxlint/plugins-dev').Rule}
 */
export const importLoops = {
  meta: {
    type: 'problem',
    schema: [],
    docs: { description: 'no module imports itself, directly or through others' },
  },
  create(context) {
    const root = path.resolve(import.meta.dirname, '..', '..', 'src');
    if (!context.filename.startsWith(root + path.sep)) return {};
    return {
      ImportDeclaration(node) {
        const target = resolve(context.filename, String(node.source.value));
        if (!target) return;
        const way = findWay(target, context.filename, readGraph(root));
        if (!way) return;
        const names = [context.filename, ...way].map((file) => path.relative(root, file));
        context.report({ node, message: `import loop: ${names.join(' → ')}` });
      },
    };
  },
};

/** @type {Map<string, string[]> | undefined} Files and what they import; read once in a run of the linter. */
let graph;

/** @param {string} root */
function readGraph(root) {
  graph ??= new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => {
        const file = path.join(root, name);
        const sources = readFileSync(file, 'utf8').matchAll(
          /^(?:import|export|\}) [^'"]*from '(.+?)';$/gm,
        );
        return [file, [...sources].flatMap(([, source]) => resolve(file, source ?? '') ?? [])];
      }),
  );
  return graph;
}

/**
 * @param {string} from
 * @param {string} source
 */
function resolve(from, source) {
  return source.startsWith('.') && !source.includes('?')
    ? path.resolve(path.dirname(from), source)
    : undefined;
}

/**
 * @param {string} start
 * @param {string} goal
 * @param {Map<string, string[]>} imports
 * @returns {string[] | undefined} the files from start to goal, both included
 */
function findWay(start, goal, imports) {
  /** @type {Map<string, string | null>} */
  const from = new Map([[start, null]]);
  for (const file of from.keys()) {
    if (file === goal) {
      const way = [];
      for (let at = /** @type {string | null} */ (file); at; at = from.get(at) ?? null)
        way.unshift(at);
      return way;
    }
    for (const next of imports.get(file) ?? []) if (!from.has(next)) from.set(next, file);
  }
  return undefined;
}
