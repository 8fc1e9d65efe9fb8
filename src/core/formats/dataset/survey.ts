import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { Demonstration } from '../../demonstration/demonstration.ts';
import type { Edit } from '../../demonstration/edits/edit.ts';
import { lintDemonstration } from '../../demonstration/lint/lint.ts';
import { findPersonal } from '../../demonstration/pseudonyms/find-personal.ts';
import type { PersonalKind } from '../../demonstration/pseudonyms/key.ts';
import { ASCII_MASK, MASK } from '../../demonstration/secrets/secret-fields.ts';
import { findLeaks } from '../../demonstration/secrets/leaks.ts';
import { encodeText } from '../../bytes.ts';
import type { LeakTest } from '../leak-test.ts';
import type { SplitGroup } from '../splits.ts';
import { nameGroup, SPLIT_GROUPS } from '../splits.ts';
import { endOf } from '../weblinx/metadata.ts';
import type { Cell } from './features.ts';
import { isImage, listMembers } from './features.ts';
import type { Signature } from './near-duplicates.ts';
import { signPage } from './near-duplicates.ts';
import type { SizedRow } from './rows.ts';
import {
  listLanguages,
  listPageRows,
  listTurnRows,
  makeDemonstrationRow,
  readHost,
} from './rows.ts';

/** What is known of a demonstration before anything is written. Small, whatever its size; crosses threads. */
export interface Survey {
  id: string;
  groups: Record<SplitGroup, string>;
  /** Bytes of each row, as `SizedRow` says. */
  turnBytes: readonly number[];
  demonstrationBytes: number;
  pages: readonly SurveyedPage[];
  /** Turns that have a screenshot. */
  pictured: readonly number[];
  proven: number;
  byIntent: Record<string, number>;
  bySite: Record<string, number>;
  languages: readonly string[];
  copilotTurns: number;
  /** Values in turns and pages that were masked while recording. */
  masked: number;
  /** Texts that look personal and are in it, by kind. */
  personal: Partial<Record<PersonalKind, number>>;
  /** Epoch ms. */
  endedAt: number;
  /** The edits, and the turns as recorded that they are about. */
  review: { turns: readonly { id: string }[]; edits: readonly Edit[] };
}

interface SurveyedPage {
  /** Its name. */
  page: string;
  bytes: number;
  /** Null where the page has too little text. */
  signature: Signature | null;
}

/** Says why a demonstration must not be published. */
export class UnfitForPublishing extends Error {}

interface SurveyOptions {
  tests: readonly LeakTest[];
  /** Texts that stand for personal ones. */
  surrogates: ReadonlySet<string>;
}

/**
 * Reads all that would be published of a demonstration, and searches every text for leaks. Fails with UnfitForPublishing for
 * a leak, and for a secret field that shows its value.
 */
export async function surveyDemonstration(
  content: DemonstrationContent,
  recorded: DemonstrationContent,
  { tests, surrogates }: SurveyOptions,
): Promise<Survey> {
  const { demonstration, turns } = content;
  await refuseSecrets(content);
  let masked = 0;
  const search = (place: string, row: SizedRow['row']): void => {
    for (const [column, cell] of Object.entries(row)) {
      const text = joinTexts(cell);
      masked += countMasks(text);
      for (const test of tests) searchCell(`${place}, ${column}`, cell, text, test);
    }
  };
  const turnBytes: number[] = [];
  const pictured: number[] = [];
  for await (const { row, bytes } of listTurnRows(content)) {
    search(`turn ${turnBytes.length}`, row);
    if (row['screenshot'] !== null) pictured.push(turnBytes.length);
    turnBytes.push(bytes);
  }
  const whole = makeDemonstrationRow(content, '');
  search('the list of turns', whole.row);
  const pages: SurveyedPage[] = [];
  for await (const { row, bytes, page } of listPageRows(content)) {
    search(`page ${pages.length + 1}`, row);
    const { html } = row;
    pages.push({ page, bytes, signature: typeof html === 'string' ? signPage(html) : null });
  }
  const browser = turns.filter((turn) => turn.kind === 'browser');
  return {
    id: demonstration.id,
    groups: Object.fromEntries(
      SPLIT_GROUPS.map((group) => [group, nameGroup(group, content)]),
    ) as Record<SplitGroup, string>,
    ...{ turnBytes, demonstrationBytes: whole.bytes, pages, pictured, masked },
    proven: browser.filter(
      ({ screenshot }) => screenshot.status === 'kept' && screenshot.proof.kind !== 'stale',
    ).length,
    byIntent: countAll(turns.map(({ action }) => action.intent)),
    bySite: countAll(browser.map(readHost).filter((host) => host !== '')),
    languages: listLanguages(turns),
    copilotTurns: turns.filter(({ by }) => by === 'copilot').length,
    personal: countAll(
      (await findPersonal({ ...content, demonstration: dropNames(demonstration) }))
        .filter(({ text }) => !surrogates.has(text))
        .map(({ kind }) => kind),
    ),
    endedAt: endOf(demonstration, turns),
    review: {
      turns: recorded.turns.map(({ id }) => ({ id })),
      edits: recorded.demonstration.edits ?? [],
    },
  };
}

/** The names in a form are not published. */
function dropNames(demonstration: Demonstration): Demonstration {
  const names = { annotator: '', navigatorName: '', instructorName: '' };
  return { ...demonstration, form: { ...demonstration.form, ...names } };
}

const SECRET_RULES = new Set(['secret', 'secret-in-page']);

async function refuseSecrets(content: DemonstrationContent): Promise<void> {
  const places = new Map(content.turns.map(({ id }, index) => [id, index]));
  for await (const { rule, turnId } of lintDemonstration(content)) {
    if (!SECRET_RULES.has(rule)) continue;
    const turn = turnId === null ? null : places.get(turnId);
    throw new UnfitForPublishing(`turn ${turn ?? '?'} shows what was typed into a secret field`);
  }
}

function searchCell(place: string, cell: Cell, text: string, { search, explain }: LeakTest): void {
  if (search.isEmpty) return;
  const bytes = isImage(cell) ? new Uint8Array(cell.bytes) : encodeText(text);
  for (const leak of findLeaks(isImage(cell) ? 'picture.png' : 'text', bytes, search)) {
    throw new UnfitForPublishing(
      `${place}: ${explain({ ...leak, path: 'it' }).replace(/^[^:]*: /, '')}`,
    );
  }
}

function joinTexts(cell: Cell | Uint8Array): string {
  if (typeof cell === 'string') return cell;
  if (cell instanceof Uint8Array) return '';
  return listMembers(cell)
    .map(joinTexts)
    .filter((text) => text !== '')
    .join('\n');
}

function countMasks(text: string): number {
  return text.split(MASK).length + text.split(ASCII_MASK).length - 2;
}

function countAll<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const counts = {} as Record<Name, number>;
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
