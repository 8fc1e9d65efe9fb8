// @ts-check
/**
 * `npm run size`: how large and how connected `src` is, without tests: lines, files, the largest files, functions and
 * folders, files with a single importer, and the size of the built extension. Ends with `RESULT {json}`.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Visitor, parseSync } from 'vite';
import { root } from './run-command.mjs';

const source = join(root, 'src');
const files = listFiles(source).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture|d)\.tsx?$/.test(file),
);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const lines = new Map([...texts].map(([file, text]) => [file, text.split('\n').length - 1]));

const importers = countImporters();
const single = files.filter((file) => importers.get(file)?.size === 1);
const folders = countBy(files, (file) => dirname(file));
const functions = [...texts].flatMap(([file, text]) => listFunctions(file, text));
const longFunctions = functions.filter(({ length }) => length > 80);

printTop('Largest files', lines, 5);
printTop('Fullest folders', folders, 5);
printTop(
  'Functions over 80 lines',
  new Map(longFunctions.map(({ name, file, length }) => [`${file} ${name}`, length])),
  40,
);
const sizes = [...lines.values()].sort((one, other) => one - other);
const result = {
  files: files.length,
  lines: sum(sizes),
  commentLines: sum([...texts.values()].map(countCommentLines)),
  medianFile: sizes[Math.floor(sizes.length / 2)],
  largestFile: sizes.at(-1),
  longFunctions: longFunctions.length,
  singleImporter: single.length,
  singleImporterInFolder: single.filter((file) =>
    [...(importers.get(file) ?? [])].every((importer) => dirname(importer) === dirname(file)),
  ).length,
  foldersOver15Files: [...folders.values()].filter((count) => count > 15).length,
  bundleBytes: existsSync(join(root, 'dist'))
    ? sum(listFiles(join(root, 'dist')).map((file) => statSync(file).size))
    : null,
};
console.log(`RESULT ${JSON.stringify(result)}`);

/** @param {string} folder */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @returns {Map<string, Set<string>>} the files that import each file */
function countImporters() {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const [file, text] of texts) {
    for (const [, name] of text.matchAll(/from '(\.[^']+)'/g)) {
      const target = resolve(dirname(file), name?.split('?')[0] ?? '');
      found.set(target, (found.get(target) ?? new Set()).add(file));
    }
  }
  return found;
}

/**
 * @param {string} file
 * @param {string} text
 */
function listFunctions(file, text) {
  /** @type {{ name: string, file: string, length: number }[]} */
  const found = [];
  const add = (
    /** @type {{ start: number, end: number, id?: { name: string } | null }} */ node,
  ) => {
    const length = text.slice(node.start, node.end).split('\n').length;
    found.push({ name: node.id?.name ?? '(inner function)', file: relative(source, file), length });
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parseSync(file, text).program);
  return found;
}

/** @param {string} text */
function countCommentLines(text) {
  const comments = text.match(/^\s*\/\*[^]*?\*\/|^\s*\/\/.*$/gm) ?? [];
  return sum(comments.map((comment) => comment.trim().split('\n').length));
}

/**
 * @param {string} title
 * @param {Map<string, number>} values
 * @param {number} count
 */
function printTop(title, values, count) {
  const top = [...values].sort(([, one], [, other]) => other - one).slice(0, count);
  console.log(`${title}:`);
  for (const [name, value] of top) {
    console.log(`  ${String(value).padStart(5)}  ${name.replace(`${source}/`, '')}`);
  }
}

/**
 * @param {readonly string[]} values
 * @param {(value: string) => string} key
 */
function countBy(values, key) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return counts;
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
