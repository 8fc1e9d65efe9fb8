import { expect, it } from 'vitest';
import { readMonth } from './month-words.ts';

it.each([
  ['März 2031', 'de', 3, 2031],
  ['août 2031 lun. mar. mer. jeu. ven. sam. dim.', 'fr-CH', 8, 2031],
  ['enero de 2032 lun mar mié', 'es', 1, 2032],
  ['Gennaio Lun Mar Mer', 'it', 1, null],
  ['Gen 2032 Lun Mar Mer', 'it', 1, 2032],
  ['2031年12月', 'ja', 12, 2031],
  ['十二月 2031', 'zh-CN', 12, 2031],
  ['2031년 3월', 'ko', 3, 2031],
  ['Maj 2031', 'pl', 5, 2031],
  ['1 maja 2031', 'pl_PL', 5, 2031],
  ['Май 2031', 'ru', 5, 2031],
  ['มีนาคม 2574', 'th', 3, null],
  // Also where a page mixes languages, or says none or nonsense.
  ['March 2031', 'de', 3, 2031],
  ['March 2031', '', 3, 2031],
  ['March 2031', '<b>', 3, 2031],
  ['March 2031', 'en-GB', 3, 2031],
])('%s in %s is month %d of %s', (title, language, month, year) => {
  expect(readMonth(title, language)).toEqual({ month, year });
});

it.each([
  ['lun mar mié', 'es'],
  ['märzlich', 'de'],
  ['März 2031', ''],
  ['You may cancel', 'en'],
])('%j in %j is no month', (title, language) => {
  expect(readMonth(title, language)).toBeNull();
});
