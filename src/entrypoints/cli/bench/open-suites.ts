import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { Suite, SuiteTask } from '../../../core/evaluation/live/suite.ts';
import {
  makeDemonstratedSuite,
  makeMiniwobSuite,
  readSuite,
  readWebarenaTasks,
  SUITE_FILE,
} from '../../../core/evaluation/live/suite.ts';
import { ImportFault } from '../../../core/formats/import-source.ts';
import { makeSkill } from '../../../core/formats/skill/make-skill.ts';
import { addDefaults, fillTemplate, listActiveSteps } from '../../../core/navigator/skill/skill.ts';
import { findInputs } from '../find-inputs.ts';
import type { Emit, OpenDemonstration } from '../open-input.ts';
import { eachDemonstration, emitFault } from '../open-input.ts';

/** A suite, and the folder that its pages are relative to. */
export interface OpenSuite {
  suite: Suite;
  folder: string;
}

/**
 * Opens the suites that paths name: a folder with `suite.json`, a checkout of MiniWoB++, a file of WebArena-Verified's
 * tasks, or demonstrations. What can't be opened is reported in one line, and the rest continues.
 */
export async function openSuites(paths: readonly string[], emit: Emit): Promise<OpenSuite[]> {
  const suites: OpenSuite[] = [];
  const demonstrated: string[] = [];
  for (const given of paths) {
    const opened = await openSuite(given);
    if (opened === null) demonstrated.push(given);
    else if (typeof opened === 'string') emitFault(emit, given, new ImportFault(opened));
    else suites.push(opened);
  }
  const tasks = await readDemonstrations(demonstrated, emit);
  if (tasks.length > 0) suites.push({ suite: makeDemonstratedSuite(tasks), folder: '.' });
  return suites;
}

/** Returns the reason if it is a broken suite; null if it isn't a suite. */
async function openSuite(given: string): Promise<OpenSuite | string | null> {
  if ((await stat(given).catch(() => null))?.isFile()) {
    if (!given.endsWith('.json')) return null;
    const suite = readWebarenaTasks(await readFile(given, 'utf8'));
    return typeof suite === 'string' ? suite : { suite, folder: path.dirname(given) };
  }
  const file = await readFile(path.join(given, SUITE_FILE), 'utf8').catch(() => null);
  if (file !== null) {
    const suite = readSuite(file);
    return typeof suite === 'string' ? `${SUITE_FILE}: ${suite}` : { suite, folder: given };
  }
  for (const inner of MINIWOB_FOLDERS) {
    const folder = path.join(given, inner);
    if (!(await stat(path.join(folder, 'html/core/core.js')).catch(() => null))) continue;
    const pages = await glob('*.html', { cwd: path.join(folder, 'html/miniwob') });
    const names = pages.map((page) => page.replace(/\.html$/, '')).sort();
    return { suite: makeMiniwobSuite(names), folder };
  }
  return null;
}

/** Where MiniWoB++ has its folder `html`: in its Python package, in older versions at the top. */
const MINIWOB_FOLDERS = ['miniwob', '.'];

async function readDemonstrations(
  paths: readonly string[],
  emit: Emit,
): Promise<Required<SuiteTask>[]> {
  const { inputs, missing } = await findInputs(paths);
  for (const each of missing) emitFault(emit, each, new ImportFault('there is nothing here'));
  const tasks: Required<SuiteTask>[] = [];
  const take = async (open: OpenDemonstration): Promise<void> => {
    const task = await readTask(open);
    if (typeof task === 'string') emitFault(emit, open.path, new ImportFault(task));
    else tasks.push(task);
  };
  for (const input of inputs) await eachDemonstration(input, emit, take);
  return tasks;
}

async function readTask({
  content,
  name,
}: OpenDemonstration): Promise<Required<SuiteTask> | string> {
  const made = await makeSkill(content, { id: name, at: 0 });
  if (!made.ok) return made.reason;
  const { skill } = made;
  if (skill.asked === '') return 'it has no request of an instructor';
  if ((listActiveSteps(skill).at(-1)?.checks ?? []).length === 0)
    return 'its last action has no effect to check';
  const instruction = fillTemplate(skill.asked, addDefaults(skill, {}));
  return { id: name, start: skill.start, instruction, skill };
}
