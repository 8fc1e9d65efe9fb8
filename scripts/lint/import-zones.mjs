import path from 'node:path';

/**
 * What each folder of src may import from the others, longest prefix first. Imports inside a zone
 * are free, except in core, where a folder sees only those above it.
 */
const CORE_ORDER = [
  'action',
  'snapshot',
  'demonstration',
  'ranking',
  'navigator',
  'formats',
  'strategies',
  'agent',
  'metrics',
  'evaluation',
];

const ZONES = {
  core: [],
  dom: ['core'],
  protocol: ['core'],
  messages: [],
  platform: ['core', 'protocol', 'messages'],
  ui: ['core', 'messages'],
  app: ['core', 'protocol', 'platform', 'messages'],
  entrypoints: ['core', 'dom', 'protocol', 'platform', 'ui', 'app', 'messages'],
};

/** @type {import('oxlint/plugins-dev').Rule} */
export const importZones = {
  meta: {
    type: 'problem',
    schema: [],
    docs: { description: 'imports point one way (docs/architecture.md)' },
  },
  create(context) {
    const from = split(context.filename);
    if (!from) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = path.resolve(path.dirname(context.filename), source.split('?')[0]);
      const to = split(target);
      const reason = to && forbid(from, to, isTest(context.filename), source);
      if (reason) context.report({ node, message: reason });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

function split(file) {
  const parts = file.split(path.sep);
  const src = parts.lastIndexOf('src');
  const zone = parts[src + 1];
  if (src < 0 || !zone || !(zone in ZONES)) return null;
  return { zone, folder: parts[src + 2] ?? '' };
}

function forbid(from, to, test, source) {
  if (from.zone !== to.zone) {
    if (ZONES[from.zone].includes(to.zone)) return null;
    return `src/${from.zone} must not import src/${to.zone}`;
  }
  if (from.zone === 'core' && !test) {
    const [mine, theirs] = [CORE_ORDER.indexOf(from.folder), CORE_ORDER.indexOf(to.folder)];
    if (theirs > mine) return `core/${from.folder} must not import core/${to.folder}`;
  }
  // A page or worker is named by its file where it is started; that is not code sharing.
  if (from.zone === 'entrypoints' && from.folder !== to.folder && !source.includes('?')) {
    return `contexts do not import one another (${from.folder} → ${to.folder})`;
  }
  return null;
}

function isTest(file) {
  return /\.(test|fixture)\.tsx?$/.test(file);
}
