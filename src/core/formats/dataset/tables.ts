import { TURN_COLUMNS } from '../table/turn-rows.ts';
import type { Column, Feature } from './features.ts';

export const TABLES = ['turns', 'demonstrations', 'pages'] as const;
export type TableName = (typeof TABLES)[number];

/** Where the files of a table lie. `data` is where the Hub looks first. */
export const FOLDERS: Readonly<Record<TableName, string>> = {
  turns: 'data',
  demonstrations: 'demonstrations',
  pages: 'pages',
};

type TurnColumn = (typeof TURN_COLUMNS)[number];

const SCALARS: Readonly<Record<TurnColumn['type'], Feature>> = {
  STRING: 'string',
  INT32: 'int32',
  DOUBLE: 'float64',
  BOOLEAN: 'bool',
  TIMESTAMP: 'timestamp',
};

/** Hashes of stored contents, which a published dataset has other names for. */
const REPLACED = new Set(['page_hash', 'screenshot_hash']);

/** The columns that `convert --to parquet` writes, too. */
export const SHARED_COLUMNS: readonly TurnColumn[] = TURN_COLUMNS.filter(
  ({ name }) => !REPLACED.has(name),
);

const TEXTS: Readonly<Record<string, string>> = {
  demonstration: 'The demonstration’s id; the key of the configuration `demonstrations`.',
  turn_index: 'From 0, in the order in which things happened.',
  happened_at: 'When it happened, UTC.',
  seconds: 'Seconds since the recording began.',
  intent: 'The kind of action; `say` for talk.',
  actor: '`person` or `copilot`.',
  speaker: 'Of talk: `instructor` or `navigator`.',
  zoom: 'Screenshot px per CSS px.',
  element_uid: 'The element that was acted on: `data-webtasks-id` in the page’s HTML.',
  proof:
    'How it is known that the screenshot shows the page just before the action; `stale` if it is not.',
  receipt: 'What was verified after the action.',
  caused_by: 'The id of the turn that caused this one.',
};

const BOX: Feature = { x: 'float64', y: 'float64', width: 'float64', height: 'float64' };

const COLUMNS: Readonly<Record<TableName, Readonly<Record<string, readonly [Feature, string]>>>> = {
  turns: {
    ...Object.fromEntries(
      SHARED_COLUMNS.map(({ name, type }) => [
        name,
        [SCALARS[type], TEXTS[name] ?? ''] as readonly [Feature, string],
      ]),
    ),
    call: ['string', 'The action as a call string, such as `click(uid="…")`.'],
    description: ['string', 'The action in words.'],
    page: ['string', 'The page just before the action; the key of the configuration `pages`.'],
    screenshot: ['image', 'The viewport just before the action.'],
    screenshot_after: ['image', 'The viewport when the page had come to rest after the action.'],
  },
  demonstrations: {
    demonstration: ['string', 'Its id.'],
    task: ['string', 'What the demonstration is called: its name, or what was asked first.'],
    site: ['string', 'The host of the first page.'],
    sites: [['string'], 'The hosts of all pages.'],
    languages: [['string'], 'Languages that the pages declare.'],
    annotator: ['string', 'Numbered: the names of annotators are not part of the dataset.'],
    outcome: ['string', '`success`, `partly` or `failed`, where an annotator said so.'],
    project: ['string', 'The annotators’ project.'],
    tags: [['string'], 'The annotators’ tags.'],
    started_at: ['timestamp', 'When the recording began, UTC.'],
    seconds: ['float64', 'How long it was recorded, without pauses.'],
    recorder: ['string', 'The version of Wayscribe that recorded it.'],
    user_agent: ['string', 'The browser.'],
    turns: [
      [
        {
          ...{ turn_index: 'int32', seconds: 'float64', actor: 'string', intent: 'string' },
          ...{ speaker: 'string', utterance: 'string', call: 'string', description: 'string' },
          ...{ url: 'string', page: 'string', verdict: 'string' },
          element: { uid: 'string', tag: 'string', role: 'string', name: 'string', box: BOX },
        },
      ],
      'The dialogue and the actions in order; boxes are CSS px in the viewport.',
    ],
  },
  pages: {
    page: ['string', 'SHA-256 that names this state of the page: its documents with their boxes.'],
    url: ['string', 'The address.'],
    title: ['string', 'The title.'],
    language: ['string', 'The language that the page declares.'],
    viewport_width: ['int32', 'CSS px.'],
    viewport_height: ['int32', 'CSS px.'],
    scroll_x: ['float64', 'How far the page was scrolled, CSS px.'],
    scroll_y: ['float64', 'How far the page was scrolled, CSS px.'],
    html: [
      'string',
      'The document with those of its frames inside; each element has a `data-webtasks-id`.',
    ],
    boxes: [
      'string',
      'JSON: `{uid: [x, y, width, height]}` of the elements that have a box, CSS px in the viewport.',
    ],
  },
};

export function columnsOf(table: TableName): Column[] {
  return Object.entries(COLUMNS[table]).map(([name, [feature, description]]) => ({
    ...{ name, feature, description },
  }));
}
