import type { Concept } from './concept.ts';

const MONTHS =
  'january february march april june july august september october november december'.split(' ');
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Pages cut the names of months and days to three letters, and people say them whole. */
export const DATES: readonly Concept[] = [
  ...[...MONTHS, ...DAYS].map((name) => ({ same: [name, name.slice(0, 3)] })),
  { same: ['september', 'sept'] },
];
