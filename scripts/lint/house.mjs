import { importLoops } from './import-loops.mjs';
import { importZones } from './import-zones.mjs';
import { plainWords } from './plain-words.mjs';

/** The rules of this repository, for oxlint. */
export default {
  meta: { name: 'house' },
  rules: { 'import-loops': importLoops, 'import-zones': importZones, 'plain-words': plainWords },
};
