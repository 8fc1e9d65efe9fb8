/** What a person does in each demonstration of `npm run bench:skills`, and how the page says that it was done. */

export type Act =
  | readonly [
      'click',
      role: 'button' | 'link' | 'checkbox' | 'radio' | 'switch' | 'tab',
      name: string,
    ]
  | readonly ['click', role: 'option' | 'menuitem' | 'combobox', name: string]
  | readonly ['type', label: string, text: string]
  | readonly ['choose', label: string, option: string]
  | readonly ['key', key: string];

export interface Visit {
  name: string;
  /** Path on the practice site. */
  path: string;
  acts: readonly Act[];
  /** A JavaScript expression, evaluated on the page. */
  done: string;
}

function shows(text: string): string {
  return `document.body.innerText.includes(${JSON.stringify(text)})`;
}

function holds(selector: string, value: string): string {
  return `document.querySelector(${JSON.stringify(selector)})?.value === ${JSON.stringify(value)}`;
}

const cart = (id: string, count: number): string =>
  `JSON.stringify(localStorage).includes(${JSON.stringify(id)}) && ${shows(`${String(count)} × `)}`;

const task = (title: string, done: boolean): string =>
  `JSON.parse(localStorage.tasks ?? '[]').some((each) => each.title === '${title}' && each.done === ${String(done)})`;

const SITE: Visit[] = [
  {
    name: 'put a walnut lamp into the cart',
    path: 'shop/product.html?id=walnut-lamp',
    acts: [['click', 'button', 'Add to cart']],
    done: cart('walnut-lamp', 1),
  },
  {
    name: 'put three walnut lamps into the cart',
    path: 'shop/product.html?id=walnut-lamp',
    acts: [
      ['type', 'Quantity', '3'],
      ['click', 'button', 'Add to cart'],
    ],
    done: cart('walnut-lamp', 3),
  },
  {
    name: 'put a large oak lamp into the cart',
    path: 'shop/product.html?id=walnut-lamp',
    acts: [
      ['click', 'radio', 'Oak'],
      ['choose', 'Size', 'Large'],
      ['click', 'button', 'Add to cart'],
    ],
    done: `${cart('walnut-lamp', 1)} && ${shows(', Large')}`,
  },
  {
    name: 'find a lamp by search',
    path: 'shop/',
    acts: [
      ['type', 'Search the shop', 'walnut'],
      ['key', 'Enter'],
      ['click', 'link', 'Walnut lamp'],
    ],
    done: `location.search === '?id=walnut-lamp'`,
  },
  {
    name: 'sort the products by price',
    path: 'shop/',
    acts: [['choose', 'Sort by', 'Price, low to high']],
    done: holds('#sort', 'cheap'),
  },
  {
    name: 'read the reviews of a product',
    path: 'shop/product.html?id=walnut-lamp',
    acts: [['click', 'tab', 'Reviews']],
    done: `document.querySelector('#tab-reviews')?.getAttribute('aria-selected') === 'true' || document.querySelectorAll('[role=tab]')[1]?.getAttribute('aria-selected') === 'true'`,
  },
  {
    name: 'write a note',
    path: 'notes/',
    acts: [
      ['click', 'button', 'New note'],
      ['type', 'Title', 'Groceries'],
    ],
    done: `JSON.stringify(localStorage).includes('Groceries')`,
  },
  {
    name: 'ship an order',
    path: 'lists/',
    acts: [['click', 'switch', 'Order 1042 shipped']],
    done: shows('Order 1042 is shipped'),
  },
  {
    name: 'look at the sales of the year',
    path: 'lists/',
    acts: [['click', 'tab', 'Year']],
    done: shows('904 orders'),
  },
  {
    name: 'print labels from a menu',
    path: 'lists/',
    acts: [
      ['click', 'button', 'Actions'],
      ['click', 'menuitem', 'Print labels'],
    ],
    // The page repeats the words of its entry, which may be others by then.
    done: `/^Done: .*labels/.test(document.querySelector('#status')?.textContent ?? '')`,
  },
  {
    name: 'sign up',
    path: 'react/',
    acts: [
      ['type', 'Name', 'Ada Lovelace'],
      ['type', 'Email', 'ada@example.org'],
      ['choose', 'Plan', 'Team'],
      ['click', 'button', 'Sign up'],
    ],
    done: shows('Signed up: Ada Lovelace, ada@example.org, Team plan, without the newsletter'),
  },
  {
    name: 'sign up with the newsletter',
    path: 'react/',
    acts: [
      ['type', 'Name', 'Tom Byrne'],
      ['type', 'Email', 'tom@example.org'],
      ['choose', 'Plan', 'Solo'],
      ['click', 'switch', 'Newsletter'],
      ['click', 'button', 'Sign up'],
    ],
    done: shows('Signed up: Tom Byrne, tom@example.org, Solo plan, with the newsletter'),
  },
];

const TASK_LIST: Visit[] = [
  {
    name: 'add a task',
    path: 'todo/',
    acts: [
      ['type', 'New task', 'Water the plants'],
      ['key', 'Enter'],
    ],
    done: task('Water the plants', false),
  },
  {
    name: 'add two tasks',
    path: 'todo/',
    acts: [
      ['type', 'New task', 'Buy tea'],
      ['key', 'Enter'],
      ['type', 'New task', 'Call Ines'],
      ['key', 'Enter'],
    ],
    done: `${task('Buy tea', false)} && ${task('Call Ines', false)}`,
  },
  {
    name: 'add a task and tick it',
    path: 'todo/',
    acts: [
      ['type', 'New task', 'Pay the rent'],
      ['key', 'Enter'],
      ['click', 'checkbox', 'Pay the rent'],
    ],
    done: task('Pay the rent', true),
  },
  {
    name: 'show the completed tasks',
    path: 'todo/',
    acts: [
      ['type', 'New task', 'Sweep'],
      ['key', 'Enter'],
      ['click', 'checkbox', 'Sweep'],
      ['click', 'link', 'Completed'],
    ],
    done: `location.hash === '#/completed' && ${task('Sweep', true)}`,
  },
  {
    name: 'clear what is completed',
    path: 'todo/',
    acts: [
      ['type', 'New task', 'Old news'],
      ['key', 'Enter'],
      ['click', 'checkbox', 'Old news'],
      ['click', 'button', 'Clear completed'],
    ],
    done: `localStorage.tasks === '[]'`,
  },
];

/** Widgets report their value in `widgetState`. */
function widget(library: string, name: string, acts: readonly Act[], value: unknown): Visit {
  const query = new URLSearchParams({ library, widget: name });
  const done = `JSON.stringify(globalThis.widgetState) === ${JSON.stringify(JSON.stringify(value))}`;
  return { name: `${library} ${name}`, path: `widgets/?${query.toString()}`, acts, done };
}

const WIDGETS: Visit[] = [
  widget('antd', 'Checkbox', [['click', 'checkbox', 'I accept the terms']], true),
  widget('antd', 'Switch', [['click', 'switch', 'Flight mode']], true),
  widget('antd', 'Tabs', [['click', 'tab', 'Reviews']], 'reviews'),
  widget('antd', 'Radio', [['click', 'radio', 'Express shipping']], 'Express shipping'),
  widget('mui', 'Checkbox', [['click', 'checkbox', 'Remember me']], true),
  widget('mui', 'Switch', [['click', 'switch', 'Push notifications']], true),
  widget('mui', 'Radio Group', [['click', 'radio', 'Invoice']], 'Invoice'),
  widget('mui', 'Text Field', [['type', 'Company', 'Oak & Sons']], 'Oak & Sons'),
  widget('mantine', 'Checkbox', [['click', 'checkbox', 'Gift wrap']], true),
  widget('mantine', 'Tabs', [['click', 'tab', 'Messages']], 'Messages'),
  widget('mantine', 'TextInput', [['type', 'Street', 'Rua Augusta 1']], 'Rua Augusta 1'),
  widget('mantine', 'NativeSelect', [['choose', 'Time zone', 'Nairobi']], 'Nairobi'),
  widget(
    'mantine',
    'Menu',
    [
      ['click', 'button', 'Tools'],
      ['click', 'menuitem', 'Rotate'],
    ],
    'Rotate',
  ),
];

export const VISITS: readonly Visit[] = [...SITE, ...TASK_LIST, ...WIDGETS];
