import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { importLoops } from './scripts/lint/import-loops.mjs';
import { importZones } from './scripts/lint/import-zones.mjs';
import { plainWords } from './scripts/lint/plain-words.mjs';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'dist-cli/',
      'recordings/',
      'test-results/',
      'playwright-report/',
      'practice/site/react/dist/',
      '.profile/',
    ],
  },
  js.configs.recommended,
  { rules: { 'max-lines': ['error', { max: 500 }] } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig/*.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: {
      house: {
        rules: {
          'import-loops': importLoops,
          'import-zones': importZones,
          'plain-words': plainWords,
        },
      },
    },
    rules: {
      'house/import-loops': 'error',
      'house/plain-words': 'warn',
      'house/import-zones': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Objects here are closures: nothing uses `this`, so a method may be passed on as it is.
      '@typescript-eslint/unbound-method': 'off',
      // Message maps are empty of methods by nature; `{}` types never occur.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['**/*.browser.test.ts', '**/*.browser.test.tsx'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'mock',
          // Playwright asks every worker that ever was to let itself be intercepted, and waits for each.
          message: 'hangs the whole run where a worker of an earlier test was ended',
        },
      ],
    },
  },
  {
    files: ['kernel/**/*.ts'],
    // AssemblyScript: to TypeScript all its kinds of numbers are one.
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'off' },
  },
  {
    files: ['src/core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'fetch', 'window', 'document', 'chrome'].map((name) => ({
          name,
          message: 'core is pure',
        })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'core has no clock: take the time as a value' },
        { object: 'Math', property: 'random', message: 'core has no chance: take ids as values' },
      ],
    },
  },
  {
    files: ['src/ui/**/*.tsx', 'src/entrypoints/**/*.tsx', 'practice/react/**/*.tsx'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  {
    files: ['practice/site/**/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'module' },
  },
);
