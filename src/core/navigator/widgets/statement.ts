/** Statements that fill in the form on the page: "six months, Station zone, and 20 vouchers". */
import { holdsChoice } from '../form-controls.ts';
import { readRequest } from '../request/request.ts';
import type { FillPart, Step, Task } from '../request/step.ts';
import { readNumber } from '../same-value.ts';
import type { Sight } from '../target/grounded.ts';
import { planForm, TURNED } from './form.ts';
import { groundSet } from './set.ts';

const SEPARATOR = /\s*(?:[,;\n]|\.\s)\s*(?:and\s+|then\s+)?|\s+(?:and|then)\s+/iu;
const THANKS = /[\s,]*\b(?:please|pls|plz|thanks|thank you)[.!]*$/iu;
const LEAD =
  /^(?:i|i['’]?m|i['’]?d|we|we['’]?re|my|our|its?|it['’]s|is|am|are|was|be|have|need|want|would|like|live|please|pls|also|just|so|yes|in|on|at|for|with|the|an?)\s+/iu;

/**
 * Plans the steps for a statement. Each part names a field and its value, or one of the choices on the page; commands may
 * follow. Returns null if a part fits no field, so that the copilot does not fill in half of a statement.
 */
export async function planStatement(said: string, sight: Sight): Promise<Task[] | null> {
  if (TURNED.test(said)) return null;
  const parts: FillPart[] = [];
  const steps: Step[] = [];
  for (const part of said
    .replace(THANKS, '')
    .split(SEPARATOR)
    .filter((each) => /[\p{L}\p{N}]/u.test(each))) {
    const plain = dropLeads(part.trim());
    const read = readRequest(plain);
    // "3 months" can be a choice on the page; as a command it would set a field "Month" to 3.
    const isName = sight.candidates.some((each) => holdsChoice(each, plain));
    if (read.ok && !isName) steps.push(...read.steps);
    else if (steps.some(({ kind }) => kind !== 'set')) return null;
    else parts.push({ said: plain, label: null, value: plain, isWhole: true });
  }
  for (const step of steps) {
    if (step.kind !== 'set') continue;
    const { kind } = await groundSet(step, sight);
    if (kind !== 'act' && kind !== 'skip') return null;
  }
  const placed = parts.length === 0 ? [] : await planForm({ kind: 'fill', parts }, sight);
  if ('kind' in placed || placed.some(({ kind }) => kind === 'lack')) return null;
  const first = steps[0];
  const isOnlyCommand = parts.length === 0 && first?.kind !== 'set';
  return isOnlyCommand ? null : [...placed, ...steps];
}

/** Drops words such as "I am" and "it is a" from the start, and writes numbers in digits. */
function dropLeads(part: string): string {
  const bare = part.replace(LEAD, '');
  if (bare !== part && bare !== '') return dropLeads(bare);
  return part.replace(/(?<!\p{L})\p{L}+(?!\p{L})/gu, (word) => {
    const number = word.length > 2 ? readNumber(word) : null;
    return number === null ? word : String(number);
  });
}
