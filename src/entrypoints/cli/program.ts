import { Command, InvalidArgumentError, Option } from 'commander';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { evaluateAll } from './evaluate/evaluate-command.ts';
import type { GivenFlags } from './evaluate/flags.ts';
import { EVALUATE_OPTIONS, readCount, readFlags } from './evaluate/flags.ts';
import { compareFolders } from './evaluate/report-files.ts';
import { findInputs } from './find-inputs.ts';
import type { Input } from './open-input.ts';
import type { ConvertFormat } from './outputs.ts';
import { CONVERT_FORMATS } from './outputs.ts';
import { dropParts } from './part-files.ts';
import { runAll } from './pool.ts';
import type { Printer, Streams } from './printer.ts';
import { createPrinter } from './printer.ts';
import { describeTokenizer } from './read-models.ts';
import type { GivenBench } from './bench/flags.ts';
import { BENCH_OPTIONS } from './bench/flags.ts';
import type { McpOptions } from './mcp/serve.ts';
import type { Order } from './run-task.ts';
import type { Shard } from './find-inputs.ts';
import { isInShard, parseShard } from './find-inputs.ts';
import type { GivenPublish } from './publish/publish-command.ts';
import { publishAll, PUBLISH_OPTIONS } from './publish/publish-command.ts';
import { makeKey } from './tasks/pseudonyms.ts';
import { mergeReviews } from './tasks/reviews.ts';
import { printTotal } from './tasks/stats.ts';
import type { GivenUpload } from './upload/upload-command.ts';
import { uploadDataset, UPLOAD_OPTIONS } from './upload/upload-command.ts';

interface CommonOptions {
  json?: true;
  jobs: number;
  shard?: Shard;
}

interface Call<Given> {
  paths: readonly string[];
  options: CommonOptions & Given;
  printer: Printer;
  streams: Streams;
}

interface CommandDefinition<Given> {
  name: string;
  description: string;
  examples: readonly string[];
  options?: readonly Option[];
  /** Returns the exit code where the printer doesn't know it, or what is wrong with the options. */
  run(call: Call<Given>): Promise<number | string | null>;
}

const WRONG_USAGE = 2;

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
  for (const { name, description, examples, options: own = [], run } of COMMANDS) {
    const command = program
      .command(name)
      .description(description)
      .argument('<paths...>', 'zips, folders, or globs for them')
      .option('--json', 'one JSON object a line')
      .option('--jobs <count>', 'threads', readCount(1), availableParallelism())
      .option('--shard <i/n>', 'only the i-th of n equal parts of the inputs, from 1', readShard)
      .addHelpText('after', `\nExamples:\n${examples.map((each) => `  ${each}\n`).join('')}`)
      .action(async (paths: string[], options: CommonOptions) => {
        const printer = createPrinter(streams, options.json === true);
        const result = await run({ paths, options: options as never, printer, streams });
        if (typeof result === 'string') streams.err(`error: ${result}\n`);
        finish(typeof result === 'string' ? WRONG_USAGE : (result ?? printer.exitCode()));
      });
    for (const option of own) command.addOption(option);
  }
  program.addCommand(createMcpCommand(streams, finish));
  return program;
}

/** Has no inputs: it serves an agent until that goes away. */
function createMcpCommand({ err }: Streams, finish: (code: number) => void): Command {
  return new Command('mcp')
    .description(
      'Lets an agent use the browser in which Wayscribe’s side panel is open (docs/mcp.md).',
    )
    .option('--name <name>', 'what the agent is called in the side panel', 'Agent')
    .option('--port <port>', 'where to listen on this computer', readCount(1))
    .option('--http', 'serve streamable HTTP at /mcp instead of standard input and output')
    .option('--out <folder>', 'where exports are written')
    .action(async (options: McpOptions) => {
      // Loaded only when needed: the other commands start faster without it.
      const { serveMcp } = await import('./mcp/serve.ts');
      const fault = await serveMcp(options, (line) => err(`${line}\n`));
      if (fault !== null) err(`error: ${fault}\n`);
      finish(fault === null ? 0 : 1);
    });
}

/** Finds the inputs and reports what is missing. */
async function takeInputs(
  { paths, options: { shard }, printer }: Call<unknown>,
  withReviews = false,
): Promise<Input[]> {
  const { inputs, missing } = await findInputs(paths, { withReviews });
  for (const each of missing) {
    const data = { type: 'fault', input: each, reason: 'there is nothing here', done: 'left out' };
    printer.emit({ kind: 'fault', text: `${each}: there is nothing here; left out`, data });
  }
  if (!shard) return inputs;
  const chosen: Input[] = [];
  for (const input of inputs) if (await isInShard(input, shard)) chosen.push(input);
  return chosen;
}

async function runOrder(call: Call<unknown>, order: Order, emit = call.printer.emit) {
  const inputs = await takeInputs(call, order.command === 'reviews');
  await runAll(inputs, order, call.options.jobs, emit);
  return null;
}

const lint: CommandDefinition<object> = {
  name: 'lint',
  description: 'Says what a data set built from the demonstrations would trip over.',
  examples: ['wayscribe lint demo.zip', 'wayscribe lint --json recordings/ | jq -r .message'],
  run: (call) => runOrder(call, { command: 'lint' }),
};

interface GivenConvert {
  to: ConvertFormat;
  out: string;
  force?: true;
  tokenizer?: string;
  unproven?: true;
  pseudonyms?: string;
}

const convert: CommandDefinition<GivenConvert> = {
  name: 'convert',
  description: 'Writes demonstrations in another format.',
  examples: [
    'wayscribe convert --to chat --out chat/ recordings/',
    'wayscribe convert --to parquet --out table/ --shard 3/8 recordings/',
    'wayscribe convert --to weblinx --pseudonyms who-is-who.json --out weblinx/ recordings/',
  ],
  options: [
    new Option('--to <format>', 'what to write').choices(CONVERT_FORMATS).makeOptionMandatory(),
    new Option(
      '--out <folder>',
      'where to; what is there already is not made again',
    ).makeOptionMandatory(),
    new Option('--force', 'make it again all the same'),
    new Option(
      '--tokenizer <file>',
      'a tokenizer.json that cuts the prompts of chat and preferences',
    ),
    new Option(
      '--unproven',
      'chat and preferences: also turns whose screenshot may be late or is missing',
    ),
    new Option(
      '--pseudonyms <file>',
      'replace personal data; who is who is read from this file and added to it',
    ),
  ],
  async run(call) {
    const { to, out, force = false, unproven = false, ...files } = call.options;
    const tokenizer =
      files.tokenizer === undefined ? null : await describeTokenizer(files.tokenizer);
    if (files.tokenizer !== undefined && !tokenizer) return `there is no file ${files.tokenizer}`;
    const pseudonyms = await makePseudonyms(call, files.pseudonyms);
    if (typeof pseudonyms === 'string') return pseudonyms;
    const options = { to, out, force, unproven, tokenizer, pseudonyms };
    await dropParts(out);
    try {
      return await runOrder(call, { command: 'convert', options });
    } finally {
      await dropParts(out);
    }
  },
};

/** A key is of all inputs, so that every shard gives the same names. A string says what is wrong with the file. */
async function makePseudonyms({ paths, options: { jobs } }: Call<unknown>, file?: string) {
  if (file === undefined) return null;
  return makeKey(file, async (emit) => {
    const { inputs } = await findInputs(paths);
    await runAll(inputs, { command: 'personal' }, jobs, emit);
  });
}

const publish: CommandDefinition<GivenPublish> = {
  name: 'publish',
  description: 'Writes demonstrations as a dataset with a card, for the Hub and others.',
  examples: [
    'wayscribe publish --to dataset/ --license cc-by-4.0 recordings/',
    'wayscribe publish --to dataset/ --split task --seed 7 --pseudonyms who-is-who.json recordings/',
  ],
  options: PUBLISH_OPTIONS,
  async run(call) {
    const { to, split, seed, sharedPages = false, license = null, force = false } = call.options;
    const { jobs, shard, name = path.basename(path.resolve(to)) } = call.options;
    if (shard) return '--shard is for commands that handle each input by itself';
    const pseudonyms = await makePseudonyms(call, call.options.pseudonyms);
    if (typeof pseudonyms === 'string') return pseudonyms;
    const options = { out: to, by: split, seed, sharesPages: sharedPages, license, name, force };
    return publishAll(await takeInputs(call), { ...options, pseudonyms, jobs }, call.printer);
  },
};

const upload: CommandDefinition<GivenUpload> = {
  name: 'upload',
  description: 'Sends a published dataset to a bucket or the Hub, after checking every file.',
  examples: [
    'wayscribe upload --to s3://bucket/prefix dataset/',
    'wayscribe upload --to hf://datasets/OWNER/NAME --create dataset/',
  ],
  options: UPLOAD_OPTIONS,
  async run({ paths, options, printer }) {
    if (options.shard) return '--shard is for commands that handle each input by itself';
    return uploadDataset(paths, options, printer);
  },
};

const stats: CommandDefinition<object> = {
  name: 'stats',
  description: 'Counts turns, pages, screenshots and sites.',
  examples: ['wayscribe stats recordings/'],
  async run(call) {
    await printTotal((emit) => runOrder(call, { command: 'stats' }, emit), call.printer);
    return null;
  },
};

const reviews: CommandDefinition<{ out?: string }> = {
  name: 'reviews',
  description: 'Merges reviews of demonstrations, and says how far reviewers agree.',
  examples: [
    'wayscribe reviews recordings/ from-ada/ from-ben/',
    'wayscribe reviews --out merged/ recordings/ ada-review.json   # files that Studio imports',
  ],
  options: [new Option('--out <folder>', 'where to write one review file for each demonstration')],
  async run(call) {
    const read = (emit: Printer['emit']) => runOrder(call, { command: 'reviews' }, emit);
    await mergeReviews(read, call.printer, call.options.out ?? null);
    return null;
  },
};

const evaluate: CommandDefinition<GivenFlags> = {
  name: 'evaluate',
  description: 'Scores a ranker, a navigator, a model, predictions, or the recording itself.',
  examples: [
    'wayscribe evaluate --ranker small --out figures/ recordings/',
    'wayscribe evaluate --predictions answers.jsonl recordings/   # {"demonstration", "turn", "output"} a line',
    'wayscribe evaluate --gold recordings/                        # what the metrics allow at best',
    'wayscribe evaluate --direct --tasks tasks/ recordings/       # tasks of MMInA, corrected by hand',
    'WAYSCRIBE_API_KEY=… wayscribe evaluate --endpoint --base-url https://api.example/v1 --model m \\',
    '    --price-in 0.4 --price-out 1.6 --max-cost 5 --out runs/m recordings/',
    'wayscribe evaluate --compare --out side-by-side/ runs/a runs/b',
  ],
  options: EVALUATE_OPTIONS,
  async run(call) {
    const { paths, options, printer, streams } = call;
    if (options.compare) return compareFolders(paths, options.out ?? null, printer);
    const flags = await readFlags(options);
    if (typeof flags === 'string') return flags;
    return evaluateAll(await takeInputs(call), flags, options.jobs, printer, streams);
  },
};

const rank: CommandDefinition<{ query?: string; k: number; turn?: number }> = {
  name: 'rank',
  description: 'Lists the elements that a request means, best first.',
  examples: [
    'wayscribe rank --query "search box" page.html',
    'wayscribe rank --turn 4 demo.zip     # for what the instructor asked for last',
  ],
  options: [
    new Option('--query <words>', 'what is looked for'),
    new Option('-k <count>', 'how many to list').argParser(readCount(1)).default(10),
    new Option('--turn <number>', 'only this turn of a demonstration, from 0').argParser(
      readCount(0),
    ),
  ],
  run(call) {
    const { query = null, k, turn = null } = call.options;
    return runOrder(call, { command: 'rank', options: { query, k, turn } });
  },
};

const bench: CommandDefinition<GivenBench & { compare?: true }> = {
  name: 'bench',
  description: 'Runs a navigator on tasks in a real browser, and reports what it did.',
  examples: [
    'wayscribe bench --out runs/built-in practice/suite',
    'wayscribe bench --seeds 5 --out runs/miniwob miniwob-plusplus/',
    'WAYSCRIBE_API_KEY=… wayscribe bench --base-url https://api.example/v1 --model m --out runs/m tasks.json',
    'wayscribe bench --compare --out side-by-side runs/built-in runs/m',
  ],
  options: [
    ...BENCH_OPTIONS,
    new Option('--compare', 'the two paths are folders of finished runs: compare them'),
  ],
  async run({ paths, options, printer }) {
    // Needs Playwright, which the other commands don't.
    const command = await import('./bench/bench-command.ts').catch((error: unknown) => {
      if (String(error).includes("'playwright'")) return null;
      throw error;
    });
    if (!command) return 'bench needs Playwright: run it in the repository, after npm ci';
    const { compareBenches, runBench } = command;
    return options.compare
      ? compareBenches(paths, options.out, printer)
      : runBench(paths, options, printer);
  },
};

const COMMANDS: readonly CommandDefinition<never>[] = [
  ...[lint, convert, publish, upload, stats, reviews, evaluate, rank, bench],
];

function readShard(text: string): Shard {
  const shard = parseShard(text);
  if (!shard) throw new InvalidArgumentError('It has to be like 2/8.');
  return shard;
}
