/** What an instruction of several clauses asks for first. */
interface Steps {
  /** The clause that names the target. */
  main: string;
  /** A clause that says where: `In the Delivery section, …`, `Find the email by Ada and …`. */
  place: string;
}

const PRESS = '(?:click|tap|press|hit|push)';
/** "… and press Submit", "…, then click Next": what is done when the rest is done. */
const LATER = new RegExp(
  `^(?<first>.*?[\\p{L}\\p{N}"”]{2}.*?)(?:[,;.]\\s*|\\s+)(?:and(?:\\s+then)?|then|afterwards)\\s+(?<later>${PRESS}\\b.*)$`,
  'iu',
);
/** Clauses that only lead to where something is pressed. */
const SEEKING =
  /^\s*(?:please\s+)?(?:find|locate|look for|navigate|expand|switch|scroll|go to|go through|use)\b(?<where>.*)$/iu;
/** "For the user @ada, click Like": where comes first. */
const LEADING_PLACE =
  /^\s*(?:in|on|for|under|at|from|within|inside|next to|beside)\s+(?<where>[^,"“]{3,60}),\s+(?<rest>\p{L}.*)$/iu;
/** Says only that something is pressed. */
const PRESSING =
  /^\s*(?:please\s+)?(?:(?:click|tap)(?:\s+on)?|(?:press|hit|push)(?=\s+(?:on|the)\b)(?:\s+on)?|focus\s+(?:on|into|in))\s+(?=\S)/iu;

/**
 * Takes an instruction of several clauses apart: what is pressed when everything else is done is left for
 * later, unless all before it only leads there.
 */
export function readSteps(text: string): Steps {
  const { first = text, later = '' } = LATER.exec(text)?.groups ?? {};
  const where = later === '' ? undefined : SEEKING.exec(first)?.groups?.['where'];
  if (where !== undefined) return { main: dropPressing(later), place: where };
  const led = LEADING_PLACE.exec(first)?.groups;
  return led
    ? { main: dropPressing(led['rest'] ?? ''), place: led['where'] ?? '' }
    : { main: dropPressing(first), place: '' };
}

function dropPressing(text: string): string {
  return text.replace(PRESSING, '');
}
