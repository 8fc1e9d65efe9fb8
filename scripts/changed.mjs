// @ts-check
/** `npm test -- --changed`: which tests a change can touch. */
import { spawnSync } from 'node:child_process';
import { root } from './run-command.mjs';

/**
 * The e2e specs that a changed file can touch, by the first pattern that fits its path. Playwright reads a name as
 * a part of a spec's path. A file that no row names can touch every spec.
 *
 * @type {[RegExp, string[]][]}
 */
const SPECS_OF_FILES = [
  [
    /\.test\.tsx?$|\.md$|^(docs|kernel|\.github)\/|^src\/entrypoints\/cli\/|^scripts\/(bench|model|kernel|lint)\//,
    [],
  ],
  [/^src\/dom\/(capture|overlay)\//, ['recording', 'secrets', 'hostile', 'panel', 'automation']],
  [
    /^src\/(dom\/perform|core\/(navigator|strategies))\//,
    [
      'copilot',
      'hostile',
      'approvals',
      'injection',
      'memory',
      'strategies',
      'automation',
      'endpoint',
    ],
  ],
  [
    /^src\/core\/(formats|metrics|evaluation)\//,
    ['export', 'evaluation', 'replay', 'automation', 'secrets'],
  ],
  [/^src\/entrypoints\/studio\//, ['studio', 'export', 'delete', 'evaluation', 'resume']],
  [
    /^src\/entrypoints\/settings\//,
    ['settings', 'models', 'memory', 'learning', 'endpoint', 'delete'],
  ],
  [/^src\/platform\/encoder\/|^src\/core\/ranking\//, ['models', 'learning', 'ranker', 'copilot']],
];

/**
 * @param {string | undefined} since a commit; without one, the uncommitted changes, or the last commit when there are none
 * @returns {{ since: string, files: string[] }} paths from the root
 */
export function listChanged(since) {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const start = since ?? (uncommitted.length ? 'HEAD' : 'HEAD~1');
  return {
    since: start,
    files: [...new Set([...git('diff', '--name-only', start), ...uncommitted])],
  };
}

/**
 * @param {string[]} files changed paths from the root
 * @returns {'all' | string[]} parts of the paths of specs
 */
export function findSpecs(files) {
  /** @type {Set<string>} */
  const specs = new Set();
  for (const file of files) {
    if (/^e2e\/.*\.spec\.ts$/.test(file)) {
      specs.add(file);
      continue;
    }
    const row = SPECS_OF_FILES.find(([pattern]) => pattern.test(file));
    if (!row) return 'all';
    for (const spec of row[1]) specs.add(`e2e/${spec}`);
  }
  return [...specs];
}

/** @param {string[]} args */
function git(...args) {
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
}
