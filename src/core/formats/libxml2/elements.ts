/* HTML elements in libxml2 2.9 to 2.13. */

/** Elements without content; HTML 5's source, track, wbr and embed are missing. */
export const EMPTY_TAGS: ReadonlySet<string> = new Set(
  'area base basefont br col frame hr img input isindex link meta param'.split(' '),
);

/** Elements whose content is raw text, unlike HTML 5's textarea, title, noscript and iframe. */
export const RAW_TAGS: ReadonlySet<string> = new Set(['script', 'style']);

/** Attributes that print bare whatever their value; without a value, it is their name. */
export const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set(
  'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected'.split(
    ' ',
  ),
);

const HEADING = 'fieldset form li p table';
const PREFORMATTED = 'dd dl dt fieldset form li table ul';
const OF_HEAD =
  'a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span strike strong sub sup table tt u ul var xmp';
const OF_PARAGRAPH =
  'address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 h5 h6 head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp';

/** Measured: which start tags close an open element. */
const CLOSED_BY: Readonly<Record<string, string>> = {
  a: 'a fieldset table td th',
  address: 'dd dl dt form li ul',
  b: 'center p td th',
  big: 'p',
  caption: 'col colgroup tbody tfoot thead tr',
  colgroup: 'colgroup tbody tfoot thead tr',
  dd: 'dt',
  dir: 'dd dl dt form ul',
  dl: 'form li',
  dt: 'dd dl',
  font: 'center td th',
  form: 'form',
  ...{ h1: HEADING, h2: HEADING, h3: HEADING, h4: HEADING, h5: HEADING, h6: HEADING },
  head: OF_HEAD,
  i: 'center p td th',
  legend: 'fieldset',
  li: 'li',
  listing: PREFORMATTED,
  menu: 'dd dl dt form ul',
  ol: 'form ul',
  option: 'optgroup option',
  p: OF_PARAGRAPH,
  pre: PREFORMATTED,
  s: 'p',
  small: 'p',
  span: 'td th',
  strike: 'p',
  tbody: 'tbody tfoot',
  td: 'tbody td tfoot th tr',
  tfoot: 'tbody',
  th: 'tbody td tfoot th tr',
  thead: 'tbody tfoot',
  title: 'body frameset',
  tr: 'tbody tfoot tr',
  tt: 'p',
  u: 'p td th',
  ul: 'address form menu ol pre',
  xmp: PREFORMATTED,
};

const CLOSURES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(CLOSED_BY).map(([open, names]) => [open, new Set(names.split(' '))]),
);

export function isClosedBy(open: string, next: string): boolean {
  return CLOSURES.get(open)?.has(next) ?? false;
}

const END_PRIORITIES: Readonly<Record<string, number>> = {
  ...{ div: 150, td: 160, th: 160, tr: 170, thead: 180, tbody: 180, tfoot: 180 },
  ...{ table: 190, head: 200, body: 200, html: 220 },
};

/** An end tag stops at an open element of a higher priority. */
export function readEndPriority(name: string): number {
  return END_PRIORITIES[name] ?? 100;
}

const OF_HEAD_ONLY = new Set(['script', 'style', 'meta', 'link', 'title', 'base']);
const OF_FRAMESET = new Set(['noframes', 'frame', 'frameset']);

/** Returns the parent of an element that comes with neither head nor body open. */
export function readImpliedParent(name: string): 'head' | 'body' | null {
  if (OF_HEAD_ONLY.has(name)) return 'head';
  return OF_FRAMESET.has(name) ? null : 'body';
}
