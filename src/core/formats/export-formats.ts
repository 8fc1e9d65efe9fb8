import type { DemonstrationContent } from '../demonstration/content.ts';
import { listAdpFiles } from './adp/list.ts';
import { listArchiveFiles } from './archive/archive.ts';
import { listReviewFiles } from './archive/review-file.ts';
import { listAtifFiles } from './atif/list.ts';
import { listBrowserGymFiles } from './browsergym/list.ts';
import type { ExportFile } from './export-file.ts';
import { makeLinesFile, makeTextFile, writeAsciiJson } from './export-file.ts';
import { listMind2WebFiles } from './mind2web/list.ts';
import { draftTask } from './mmina/draft.ts';
import { listPageFiles } from './page/list.ts';
import { listPlaywrightFiles } from './playback/playwright.ts';
import { listPuppeteerFiles } from './playback/puppeteer.ts';
import { listSkillOf } from './skill/export-skill.ts';
import type { PromptOptions } from './training/list.ts';
import {
  listCandidateRecords,
  listChatLines,
  listDmrPairLines,
  listPreferenceLines,
} from './training/list.ts';
import { listMessagesFiles } from './training/messages.ts';
import { listWebDatasetFiles } from './webdataset/list.ts';
import { listWeblinxFiles } from './weblinx/list.ts';

/** What an exporter reads of a demonstration; progress is computed from it. */
export interface ExportReads {
  /** How many times it reads every page. */
  pages: number;
  /** Screenshots, extras and imported files. */
  pictures: boolean;
  video: boolean;
}

interface FormatEntry {
  name: string;
  /** What it is for; shown under the name. */
  sentence: string;
  group: 'data' | 'replay' | 'training';
  /** `page`: the files become one HTML file, packed after they were searched for leaks. */
  packing: 'zip' | 'folder' | 'file' | 'page';
  /** Ends the name of the download; folders are zipped there, but for one with a single file. */
  ending: string;
  reads: ExportReads;
  /** Takes the turns as recorded, with the edits beside them; the others take them as edited. */
  asRecorded?: true;
  /** Refuses an export without content. */
  empty?: string;
  /** What it loses when it is made of an imported WebLINX demonstration. */
  lacks?: string;
  /** `options` are for the formats with prompts. */
  list(content: DemonstrationContent, options?: PromptOptions): AsyncIterable<ExportFile>;
}

function readPages(pages: number): ExportReads {
  return { pages, pictures: false, video: false };
}

const NO_TARGETS =
  'No action in this demonstration has its element in a saved page, so there is nothing to train on.';

const NO_CONVERSATIONS =
  'No turn in this demonstration has both a proven screenshot and something that a model could learn to do or say, so there are no conversations in it.';

const FORMATS = {
  weblinx: {
    name: 'WebLINX',
    sentence: 'A data set zip that the public tools load as it is, with pages and pictures.',
    ...{ group: 'data', packing: 'zip', ending: '-weblinx.zip' },
    reads: { pages: 2, pictures: true, video: true },
    list: (content) => listWeblinxFiles(content),
  },
  archive: {
    name: 'Wayscribe archive',
    sentence: 'Everything that was saved, to import again here or on another computer.',
    ...{ group: 'data', packing: 'zip', ending: '-archive.zip' },
    reads: { pages: 1, pictures: true, video: true },
    asRecorded: true,
    list: listArchiveFiles,
  },
  page: {
    name: 'Page to look at',
    sentence: 'One HTML file that opens anywhere: every step with its pictures, page and proof.',
    ...{ group: 'data', packing: 'page', ending: '.html' },
    reads: { pages: 3, pictures: true, video: false },
    list: (content) => listPageFiles(content),
  },
  review: {
    name: 'Review',
    sentence: 'Only the edits, comments and status, to import where the demonstration is.',
    ...{ group: 'data', packing: 'file', ending: '-review.json' },
    reads: readPages(0),
    asRecorded: true,
    empty: 'This demonstration has no edits yet, so there is no review to send.',
    list: listReviewFiles,
  },
  mind2web: {
    name: 'Mind2Web',
    sentence: 'One task: its actions, the elements to choose from, and their pages.',
    ...{ group: 'data', packing: 'folder', ending: '-mind2web.zip' },
    reads: { pages: 3, pictures: true, video: false },
    lacks:
      'WebLINX has boxes only of what was in view, and not how far a page was scrolled: bounding_box_rect counts from the viewport here, and is -1 elsewhere.',
    list: listMind2WebFiles,
  },
  atif: {
    name: 'Agent trajectory (ATIF)',
    sentence: 'Steps, tool calls and observations with pictures, for Harbor.',
    ...{ group: 'data', packing: 'folder', ending: '-atif.zip' },
    reads: { pages: 1, pictures: true, video: false },
    list: listAtifFiles,
  },
  adp: {
    name: 'Agent Data Protocol',
    sentence:
      'Actions and observations with pages and pictures, for fine-tuning agents of any kind.',
    ...{ group: 'data', packing: 'folder', ending: '-adp.zip' },
    reads: { pages: 1, pictures: true, video: false },
    list: listAdpFiles,
  },
  browsergym: {
    name: 'BrowserGym steps',
    sentence: 'A record for each step with its action string, what was seen and the goal.',
    ...{ group: 'data', packing: 'folder', ending: '-browsergym.zip' },
    reads: { pages: 2, pictures: true, video: false },
    empty: 'This demonstration has nothing that BrowserGym has an action for.',
    list: listBrowserGymFiles,
  },
  webdataset: {
    name: 'WebDataset shard',
    sentence: 'A tar with a sample for each turn: its record, page and pictures.',
    ...{ group: 'data', packing: 'file', ending: '-webdataset.tar' },
    reads: { pages: 1, pictures: true, video: false },
    list: listWebDatasetFiles,
  },
  mmina: {
    name: 'MMInA task',
    sentence: 'A draft to check: what is asked, the sites in order, what to answer.',
    ...{ group: 'data', packing: 'file', ending: '-mmina.json' },
    reads: readPages(0),
    list: (content) =>
      listOne(makeTextFile('task.json', `${writeAsciiJson(draftTask(content), 2)}\n`)),
  },
  playwright: {
    name: 'Playwright test',
    sentence: 'A test that repeats the actions in a browser.',
    ...{ group: 'replay', packing: 'folder', ending: '.spec.ts' },
    reads: readPages(1),
    list: listPlaywrightFiles,
  },
  puppeteer: {
    name: 'DevTools Recorder',
    sentence: 'A flow for the Recorder in Chrome’s DevTools, and a script that runs it.',
    ...{ group: 'replay', packing: 'folder', ending: '-recorder.zip' },
    reads: readPages(1),
    list: listPuppeteerFiles,
  },
  skill: {
    name: 'Skill',
    sentence:
      'Instructions for agents, a test that checks every step, and a flow for the Recorder.',
    ...{ group: 'replay', packing: 'folder', ending: '-skill.zip' },
    reads: { pages: 1, pictures: true, video: false },
    empty: 'This demonstration has no action that can be run again.',
    list: listSkillOf,
  },
  'dmr-pairs': {
    name: 'Ranker pairs',
    sentence: 'Requests with right and wrong elements, to train a ranker of elements.',
    ...{ group: 'training', packing: 'file', ending: '-dmr-pairs.jsonl' },
    reads: readPages(2),
    empty: NO_TARGETS,
    list: (content) => listLines('dmr-pairs.jsonl', listDmrPairLines(content)),
  },
  candidates: {
    name: 'Ranked candidates',
    sentence: 'For each action the elements it could have meant, best first.',
    ...{ group: 'training', packing: 'file', ending: '-candidates.jsonl' },
    reads: readPages(3),
    empty: NO_TARGETS,
    list: (content) => listLines('candidates.jsonl', listCandidateRecords(content)),
  },
  chat: {
    name: 'Chat fine-tuning',
    sentence: 'For each turn the page and the talk so far, and what to answer.',
    ...{ group: 'training', packing: 'file', ending: '-chat.jsonl' },
    reads: readPages(4),
    empty: NO_CONVERSATIONS,
    list: (content, options) => listLines('chat.jsonl', listChatLines(content, options)),
  },
  messages: {
    name: 'Chat fine-tuning with pictures',
    sentence: 'The same conversations with the screenshot of each turn, for models that see.',
    ...{ group: 'training', packing: 'folder', ending: '-messages.zip' },
    reads: { pages: 4, pictures: true, video: false },
    empty: NO_CONVERSATIONS,
    list: listMessagesFiles,
  },
  preferences: {
    name: 'Preference pairs',
    sentence: 'What the copilot proposed, and what a person did instead.',
    ...{ group: 'training', packing: 'file', ending: '-preferences.jsonl' },
    reads: readPages(4),
    empty:
      'The copilot was never refused or corrected in this demonstration, so there are no preferences in it.',
    list: (content, options) =>
      listLines('preferences.jsonl', listPreferenceLines(content, options)),
  },
} satisfies Record<string, FormatEntry>;

export type ExportFormat = keyof typeof FORMATS;

/** In the order in which Studio offers them. */
export const EXPORT_FORMATS: Readonly<Record<ExportFormat, FormatEntry>> = FORMATS;

async function* listOne(file: ExportFile): AsyncGenerator<ExportFile> {
  yield await Promise.resolve(file);
}

function listLines(path: string, records: AsyncIterable<object>): AsyncGenerator<ExportFile> {
  return listOne(makeLinesFile(path, records, writeAsciiJson));
}
