import type { ElementNode } from '../snapshot/node.ts';

/** How sets of icons begin the class of one: `fa-trash`, `bi-pencil`, `icon-tabler-x`, `ui-icon-print`. */
const ICON_CLASS =
  /^(?:fa|bi|mdi|zmdi|ti|ri|la|pi|ion(?:-md|-ios)?|(?:svg|ui|tabler)-icon|icon(?:s|-tabler)?|glyphicon|octicon|codicon|dashicons|feather|lucide|typcn|icofont)[-_](?<name>[a-z].*)$/i;
/** Attributes by which libraries draw icons, and `DeleteIcon` of the icons' own test ids. */
const ICON_ATTRIBUTES = ['data-icon', 'data-lucide', 'data-feather'];
const TEST_ID = /^(?<name>\p{Lu}\w+)Icon$/u;
/** Of these classes none says what the icon shows. */
const LOOK =
  /^(?:\d+x|xs|sm|md|lg|xl|fw|li|ul|spin|pulse|inverse|border|solid|regular|light|thin|duotone|brands|outlined|filled|rounded|sharp|small|medium|large|left|right|only|btn|button|wrap(?:per)?|container|holder|svg|img|active|on|off|stack.*|pull.*|rotate.*|flip.*|size.*|color.*|tabler)$/i;

/** What an icon shows, as its class or attributes call it; empty where nothing says. */
export function readIconName({ attributes }: ElementNode): string {
  const classes = (attributes['class'] ?? '').split(/\s+/);
  const named = classes.flatMap((each) => ICON_CLASS.exec(each)?.groups?.['name'] ?? []);
  const drawn = ICON_ATTRIBUTES.map((attribute) => attributes[attribute] ?? '');
  const used = (attributes['href'] ?? attributes['xlink:href'] ?? '').split('#')[1] ?? '';
  const symbol = ICON_CLASS.exec(used)?.groups?.['name'] ?? '';
  const tested = TEST_ID.exec(attributes['data-testid'] ?? '')?.groups?.['name'] ?? '';
  const names = [...named, ...drawn, symbol, tested].filter(
    (each) => each !== '' && !LOOK.test(each),
  );
  return [...new Set(names)].join(' ');
}
