import { anyObject, listOf, objectWith, orAbsent, orNull, text } from '../shape.ts';
import type { MminaTask } from '../metrics/mmina/task.ts';

/** MMInA's folders, which say how a task is counted. */
const DOMAINS = new Set(['shopping', 'wikipedia', 'normal', 'compare', 'multi567', 'multipro']);

const TASK = objectWith({
  eval: objectWith({
    eval_types: listOf(text),
    reference_answers: orAbsent(
      orNull(
        objectWith({
          exact_match: orAbsent(text),
          must_include: orAbsent(listOf(text)),
          fuzzy_match: orAbsent(listOf(text)),
        }),
      ),
    ),
    reference_url: orAbsent(orNull(text)),
    url_note: orAbsent(text),
    program_html: orAbsent(listOf(anyObject)),
  }),
  procedure: orAbsent(listOf(text)),
  city: orAbsent(text),
  flight: orAbsent(text),
  shop: orAbsent(text),
});

/**
 * A task as MMInA's files hold it, written or corrected by hand; else what is wrong with it. One that
 * lies in none of MMInA's folders is a multi-hop task when it has a `procedure`, else a single-hop one.
 */
export function readGivenTask(
  value: unknown,
  folder: string,
): { ok: true; task: MminaTask } | { ok: false; reason: string } {
  const reason = TASK(value, '');
  if (reason !== null) return { ok: false, reason };
  const { eval: checks, procedure, city, flight, shop } = value as Omit<MminaTask, 'domain'>;
  const guessed = procedure === undefined ? 'wikipedia' : 'multi567';
  return {
    ok: true,
    task: {
      domain: DOMAINS.has(folder) ? folder : guessed,
      eval: checks,
      ...(procedure !== undefined && { procedure }),
      ...(city !== undefined && { city }),
      ...(flight !== undefined && { flight }),
      ...(shop !== undefined && { shop }),
    },
  };
}
