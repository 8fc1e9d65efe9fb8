import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { compareRuns, pairRows } from '../../core/evaluation/compare.ts';
import { writeDifference, writeScore } from '../../core/evaluation/report/html.ts';
import { isRankRow } from '../../core/evaluation/row.ts';
import { writeCsvLine } from './csv.ts';
import { evaluateAll } from './evaluate/evaluate-command.ts';
import type { GivenFlags } from './evaluate/flags.ts';
import { addEvaluateOptions, readFlags } from './evaluate/flags.ts';
import { describeReportRun, writeReport } from './evaluate/report-files.ts';
import { readRun, writeWhole } from './evaluate/run-folder.ts';
import type { Shard } from './find-inputs.ts';
import { findInputs, isInShard, parseShard } from './find-inputs.ts';
import type { Emit, Input } from './open-input.ts';
import type { ConvertFormat } from './outputs.ts';
import { CONVERT_FORMATS } from './outputs.ts';
import { runAll } from './pool.ts';
import type { Printer, Streams } from './printer.ts';
import { createPrinter } from './printer.ts';
import { describeTokenizer } from './read-tokenizer.ts';
import type { Order } from './task.ts';
import { mergeReviews } from './tasks/reviews.ts';
import { makeKey } from './tasks/pseudonyms.ts';
import type { Stats } from './tasks/stats.ts';
import { NO_STATS, addStats, listCounts } from './tasks/stats.ts';

interface CommonOptions {
  json?: true;
  jobs: number;
  shard?: Shard;
}

interface GivenConvert {
  to: ConvertFormat;
  out: string;
  force?: true;
  tokenizer?: string;
  unproven?: true;
  pseudonyms?: string;
}

/** The command line. `finish` hears the exit code: 0 fine, 1 something was wrong with an input. */
export function createProgram(streams: Streams, finish: (code: number) => void): Command {
  const program = new Command('wayscribe')
    .version(manifest.version)
    .description('Works on recorded demonstrations: zips, folders, or folders full of them.')
    .exitOverride()
    .configureOutput({ writeOut: streams.out, writeErr: streams.err })
    .addHelpText(
      'after',
      `
Turns are counted from 0, as in WebLINX's files.

Exit codes: 0 fine · 1 an input could not be read, or something was found wrong · 2 wrong usage

Examples:
  wayscribe lint recordings/
  wayscribe convert --to weblinx --out weblinx/ 'recordings/**/*.zip'
  wayscribe stats --json recordings/ > stats.jsonl`,
    );

  /** Finds the inputs and tells what is missing; `work` goes through them and sets the exit code. */
  const prepare = async (
    paths: readonly string[],
    options: CommonOptions,
    withReviews = false,
  ): Promise<{ inputs: Input[]; printer: Printer }> => {
    const printer = createPrinter(streams, options.json === true);
    const { inputs, missing } = await findInputs(paths, { withReviews });
    const { shard } = options;
    const own = shard ? inputs.filter(({ path }) => isInShard(path, shard)) : inputs;
    for (const path of missing) {
      const data = {
        type: 'fault',
        input: path,
        reason: 'there is nothing here',
        done: 'left out',
      };
      printer.emit({ kind: 'fault', text: `${path}: there is nothing here; left out`, data });
    }
    return { inputs: own, printer };
  };
  const work = async (
    paths: readonly string[],
    options: CommonOptions,
    order: Order,
    gather: (run: (emit: Emit) => Promise<void>, printer: Printer) => Promise<void>,
  ): Promise<void> => {
    const isOfReviews = order.command === 'reviews';
    const { inputs, printer } = await prepare(paths, options, isOfReviews);
    await gather((emit) => runAll(inputs, order, options.jobs, emit), printer);
    finish(printer.exitCode());
  };
  const printAll = async (run: (emit: Emit) => Promise<void>, printer: Printer): Promise<void> =>
    run(printer.emit);

  addCommand(
    program,
    'lint',
    'Says what a data set built from the demonstrations would trip over.',
    ['wayscribe lint demo.zip', 'wayscribe lint --json recordings/ | jq -r .message'],
  ).action((paths: string[], options: CommonOptions) =>
    work(paths, options, { command: 'lint' }, printAll),
  );

  addCommand(program, 'convert', 'Writes demonstrations in another format.', [
    'wayscribe convert --to chat --out chat/ recordings/',
    'wayscribe convert --to parquet --out table/ --shard 3/8 recordings/',
    'wayscribe convert --to weblinx --pseudonyms who-is-who.json --out weblinx/ recordings/',
  ])
    .addOption(
      new Option('--to <format>', 'what to write').choices(CONVERT_FORMATS).makeOptionMandatory(),
    )
    .requiredOption('--out <folder>', 'where to; what is there already is not made again')
    .option('--force', 'make it again all the same')
    .option('--tokenizer <file>', 'a tokenizer.json that cuts the prompts of chat and preferences')
    .option(
      '--unproven',
      'chat and preferences: also turns whose screenshot may be late or is missing',
    )
    .option(
      '--pseudonyms <file>',
      'replace personal data; who is who is read from this file and added to it',
    )
    .action(async (paths: string[], options: CommonOptions & GivenConvert, command: Command) => {
      const { to, out, force = false, unproven = false } = options;
      const tokenizer =
        options.tokenizer === undefined ? null : await describeTokenizer(options.tokenizer);
      if (options.tokenizer !== undefined && tokenizer === null) {
        command.error(`error: there is no file ${options.tokenizer}`, { exitCode: 2 });
      }
      const pseudonyms =
        options.pseudonyms === undefined
          ? null
          : await makeKey(options.pseudonyms, async (emit) => {
              const { inputs } = await findInputs(paths);
              await runAll(inputs, { command: 'personal' }, options.jobs, emit);
            });
      if (typeof pseudonyms === 'string') command.error(`error: ${pseudonyms}`, { exitCode: 2 });
      const convert = { to, out, force, unproven, tokenizer, pseudonyms };
      await work(paths, options, { command: 'convert', options: convert }, printAll);
    });

  addCommand(program, 'stats', 'Counts turns, pages, screenshots and sites.', [
    'wayscribe stats recordings/',
  ]).action((paths: string[], options: CommonOptions) =>
    work(paths, options, { command: 'stats' }, async (run, printer) => {
      let all = NO_STATS;
      await run((line) => {
        if (line.data['type'] === 'stats') all = addStats(all, line.data as unknown as Stats);
        printer.emit(line);
      });
      const kinds = all.turns === 0 ? '' : ` (${listCounts(all.byIntent)})`;
      const sites = Object.keys(all.bySite).length === 0 ? '' : ` on ${listCounts(all.bySite)}`;
      const text = `${all.demonstrations} demonstrations, ${all.turns} turns in ${all.seconds} s, ${all.pages} pages, ${all.screenshots} screenshots, ${all.proven} of them proven${kinds}${sites}`;
      printer.print(text, { type: 'total', ...all });
    }),
  );

  addCommand(
    program,
    'reviews',
    'Merges reviews of demonstrations, and says how far reviewers agree.',
    [
      'wayscribe reviews recordings/ from-ada/ from-ben/',
      'wayscribe reviews --out merged/ recordings/ ada-review.json   # files that Studio imports',
    ],
  )
    .option('--out <folder>', 'where to write one review file for each demonstration')
    .action((paths: string[], options: CommonOptions & { out?: string }) =>
      work(paths, options, { command: 'reviews' }, (run, printer) =>
        mergeReviews(run, printer, options.out ?? null),
      ),
    );

  addEvaluateOptions(
    addCommand(
      program,
      'evaluate',
      'Scores a ranker, a navigator, a model, predictions, or the recording itself.',
      [
        'wayscribe evaluate --ranker small --out figures/ recordings/',
        'wayscribe evaluate --predictions answers.jsonl recordings/   # {"demonstration", "turn", "output"} a line',
        'wayscribe evaluate --gold recordings/                        # what the metrics allow at best',
        'wayscribe evaluate --direct --tasks tasks/ recordings/       # tasks of MMInA, corrected by hand',
        'WAYSCRIBE_API_KEY=… wayscribe evaluate --endpoint --base-url https://api.example/v1 --model m \\',
        '    --price-in 0.4 --price-out 1.6 --max-cost 5 --out runs/m recordings/',
        'wayscribe evaluate --compare --out side-by-side/ runs/a runs/b',
      ],
    ),
  ).action(async (paths: string[], options: CommonOptions & GivenFlags, command: Command) => {
    if (options.compare) {
      const printer = createPrinter(streams, options.json === true);
      finish(await compareFolders(paths, options.out ?? null, printer, streams));
      return;
    }
    const flags = await readFlags(options);
    if (typeof flags === 'string') command.error(`error: ${flags}`, { exitCode: 2 });
    const { inputs, printer } = await prepare(paths, options);
    const code = await evaluateAll(inputs, flags, options.jobs, printer, streams);
    finish(code ?? printer.exitCode());
  });

  addCommand(program, 'rank', 'Lists the elements that a request means, best first.', [
    'wayscribe rank --query "search box" page.html',
    'wayscribe rank --turn 4 demo.zip     # for what the instructor asked for last',
  ])
    .option('--query <words>', 'what is looked for')
    .option('-k <count>', 'how many to list', parseCount, 10)
    .option('--turn <number>', 'only this turn of a demonstration, from 0', parseIndex)
    .action(
      (paths: string[], options: CommonOptions & { query?: string; k: number; turn?: number }) => {
        const { query = null, k, turn = null } = options;
        return work(paths, options, { command: 'rank', options: { query, k, turn } }, printAll);
      },
    );

  return program;
}

function addCommand(
  program: Command,
  name: string,
  description: string,
  examples: readonly string[],
): Command {
  return program
    .command(name)
    .description(description)
    .argument('<paths...>', 'zips, folders, or globs for them')
    .option('--json', 'one JSON object a line')
    .option('--jobs <count>', 'threads', parseCount, availableParallelism())
    .option('--shard <i/n>', 'only the i-th of n equal parts of the inputs, from 1', readShard)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}\n`).join('')}`);
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new InvalidArgumentError('It has to be a whole number from 1.');
  }
  return count;
}

function parseIndex(text: string): number {
  const index = Number(text);
  if (text.trim() === '' || !Number.isInteger(index) || index < 0) {
    throw new InvalidArgumentError('It has to be a whole number from 0.');
  }
  return index;
}

function readShard(text: string): Shard {
  const shard = parseShard(text);
  if (!shard) throw new InvalidArgumentError('It has to be like 2/8.');
  return shard;
}

const WRONG_USAGE = 2;

/** Holds two finished runs side by side: printed, and as a report where there is a folder for it. */
async function compareFolders(
  folders: readonly string[],
  out: string | null,
  printer: Printer,
  streams: Streams,
): Promise<number> {
  const fail = (reason: string): number => {
    streams.err(`error: ${reason}\n`);
    return WRONG_USAGE;
  };
  const [a, b] = folders;
  if (a === undefined || b === undefined || folders.length !== 2) {
    return fail('--compare takes the folders of two runs');
  }
  const [nameA, nameB] = nameRuns(a, b);
  const [first, second] = await Promise.all([loadRun(a, nameA), loadRun(b, nameB)]);
  if (!first || !second) return fail(`${first ? b : a} is no folder of a finished run`);
  const kinds = [first, second].map(({ rows }) => rows.some(isRankRow));
  if (kinds[0] !== kinds[1]) return fail('a ranker and a navigator have no figures in common');
  const pairs = pairRows(first.rows, second.rows);
  if (pairs.length === 0) return fail('the runs have no turn in common');
  const comparison = compareRuns(pairs);
  if (out !== null) {
    await writeReport(out, first, second, [a, b]);
    const text = JSON.stringify({ a: first.name, b: second.name, ...comparison }, null, 2);
    await writeWhole(path.join(out, 'comparison.json'), `${text}\n`);
    const head = ['figure', 'a', 'b', 'difference', 'low', 'high', 'turnsA', 'turnsB'];
    const lines = comparison.differences.map((each) =>
      writeCsvLine([
        ...[each.name, each.a, each.b, each.difference],
        ...[each.interval?.low, each.interval?.high, ...each.counts],
      ]),
    );
    await writeWhole(path.join(out, 'comparison.csv'), writeCsvLine(head) + lines.join(''));
  }
  const lines = comparison.differences.map(
    ({ label, a: ofA, b: ofB, difference, interval }) =>
      `${label}: ${writeScore(ofA)} → ${writeScore(ofB)} (${writeDifference(difference)}${interval ? `, ${writeDifference(interval.low)} … ${writeDifference(interval.high)}` : ''})`,
  );
  const head = `${comparison.turns} turns in both, drawn by ${comparison.unit}`;
  printer.print([head, ...lines].join('\n'), { type: 'comparison', ...comparison });
  return 0;
}

async function loadRun(folder: string, name: string) {
  const run = await readRun(folder);
  return run && (await describeReportRun(folder, name, run.settings, run.rows));
}

/** By their last folder; with the one around it where that is the same. */
function nameRuns(a: string, b: string): [string, string] {
  const [first, second] = [a, b].map((folder) => path.resolve(folder).split(path.sep));
  const name = (parts: string[] | undefined, count: number): string =>
    parts?.slice(-count).join('/') ?? '';
  const count = name(first, 1) === name(second, 1) ? 2 : 1;
  return [name(first, count), name(second, count)];
}
