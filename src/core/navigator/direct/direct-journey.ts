import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/describe-candidate.ts';
import { foldName, isCombobox, isSelect, isTextField } from '../control.ts';
import type { Task } from '../request/step.ts';
import type { Sight } from './find-target.ts';

const JOURNEY =
  /^(?<what>.*?)\s*\bfrom:?\s+(?<start>\S.*?)\s+to:?\s+(?<end>\S.*?)(?<rest>\s*,\s*.+|\s+(?:on|for|at|with|and|by|departing|leaving|returning|one[- ]way)\s.+)?$/iu;
const STARTS =
  /^(?:from|from where|where from|origin|departure|departure (?:city|airport|station|place)|(?:leaving|flying|departing|travelling|traveling|going) from|pick ?up(?: location)?|start|start(?:ing)? point)$/u;
const ENDS =
  /^(?:to|to where|where to|destination|arrival|arrival (?:city|airport|station|place)|(?:going|flying|travelling|traveling|arriving) (?:to|at|in)|drop ?off(?: location)?|end|end point)$/u;

/**
 * "find trains from Paris to Lyon" on a page that has a field for each end: fills them in, and then does what
 * the rest says. Null where the page has no such fields. Nothing is pressed where some of it was left out.
 */
export function planJourney(words: string, sight: Sight): Task[] | null {
  const { what = '', start, end, rest = '' } = JOURNEY.exec(words)?.groups ?? {};
  if (start === undefined || end === undefined) return null;
  const from = findOnly(STARTS, sight);
  const to = findOnly(ENDS, sight);
  if (!from || !to) return null;
  const plan = [fill(from, start), fill(to, end)];
  const left = rest.trim().replace(/^,\s*/u, '');
  if (left !== '') {
    const text = `I left “${left}” to you: say it as a request of its own.`;
    return [{ kind: 'tell', text }, ...plan];
  }
  return what.trim() === '' ? plan : [...plan, { kind: 'click', target: what.trim() }];
}

function fill(field: Candidate, value: string): Task {
  const task = { kind: 'set', value, target: nameCandidate(field) } as const;
  return { kind: 'bound', uid: field.uid, task };
}

/** The only field that is called so. */
function findOnly(names: RegExp, { observation }: Sight): Candidate | null {
  const [only, ...others] = observation.candidates.filter(
    (each) =>
      (isTextField(each) || isCombobox(each) || isSelect(each)) &&
      each.box !== null &&
      !each.disabled &&
      [each.fields.name, each.fields.label, each.fields.placeholder].some((name) =>
        names.test(foldName(name)),
      ),
  );
  return only && others.length === 0 ? only : null;
}
