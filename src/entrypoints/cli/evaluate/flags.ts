import { stat } from 'node:fs/promises';
import { InvalidArgumentError, Option } from 'commander';
import type { Prices } from '../../../core/navigator/model/cost.ts';
import type {
  EndpointSettings,
  StrategyName,
} from '../../../core/navigator/model/endpoint-settings.ts';
import {
  validateEndpoint,
  STRATEGY_NAMES,
} from '../../../core/navigator/model/endpoint-settings.ts';
import { STRATEGIES } from '../../../core/strategies/strategies.ts';
import type { Strategy } from '../../../core/strategies/strategy.ts';
import type { GivenTasks } from './given-files.ts';
import { readTasks } from './given-files.ts';
import type { TokenizerFile } from '../read-models.ts';
import { describeTokenizer } from '../read-models.ts';
import type { Subject } from '../tasks/evaluate.ts';

/** As the command line gives them. */
export interface GivenFlags {
  compare?: true;
  ranker?: 'lexical' | 'small';
  predictions?: string;
  gold?: true;
  direct?: true;
  endpoint?: true;
  baseUrl?: string;
  model?: string;
  apiKey?: string;
  judge?: true;
  judgeBaseUrl?: string;
  judgeModel?: string;
  judgeApiKey?: string;
  strategy: StrategyName;
  images?: true;
  unproven?: true;
  out?: string;
  fresh?: true;
  splits?: string;
  tasks?: string;
  tokenizer?: string;
  cache?: string;
  parallel: number;
  retries: number;
  timeout: number;
  priceIn?: number;
  priceOut?: number;
  maxCost?: number;
}

/** The options of an evaluation. */
export interface EvaluateFlags extends Pick<GivenFlags, 'cache' | 'parallel' | 'retries'> {
  of: Subject;
  out: string | null;
  fresh: boolean;
  splits: string | null;
  /** Written by hand, instead of those drafted. */
  tasks: GivenTasks | null;
  /** Cuts prompts; null: an approximation does. */
  tokenizer: TokenizerFile | null;
  endpoint: EndpointSettings | null;
  /** Judges last answers; null without a judge. */
  judge: EndpointSettings | null;
  strategy: Strategy;
  /** Whether the model sees the screen. */
  images: boolean;
  /** Judges turns without a proven screenshot, too. */
  unproven: boolean;
  patienceMs: number;
  prices: Prices;
  maxCost: number | null;
}

type OptionRow = readonly [flags: string, description: string, refine?: (option: Option) => Option];

const env = (name: string) => (option: Option) => option.env(name);
const choose = (choices: readonly string[]) => (option: Option) => option.choices(choices);
const whole = (byDefault: number) => (option: Option) =>
  option.argParser(readCount(1)).default(byDefault);
const amount = (byDefault?: number) => (option: Option) =>
  option.argParser(readAmount).default(byDefault);

const OPTIONS: readonly OptionRow[] = [
  [
    '--ranker <name>',
    'judge a ranker: words alone, or with the small encoder',
    choose(['lexical', 'small']),
  ],
  ['--direct', 'judge the navigator that needs no model'],
  ['--predictions <file>', 'judge what a model wrote (JSONL)'],
  ['--gold', 'judge the recorded actions by themselves'],
  ['--endpoint', 'judge a model at an OpenAI-compatible endpoint'],
  ['--base-url <url>', 'of the endpoint', env('WAYSCRIBE_BASE_URL')],
  ['--model <name>', 'the model to ask', env('WAYSCRIBE_MODEL')],
  ['--api-key <key>', 'better given by the environment', env('WAYSCRIBE_API_KEY')],
  [
    '--strategy <name>',
    'how the model is asked',
    (option) => option.choices(STRATEGY_NAMES).default('weblinx'),
  ],
  ['--images', 'with --strategy multimodal: the model takes pictures'],
  ['--unproven', 'judge turns whose screenshot may be late or is missing, too'],
  ['--judge', 'ask a model whether the last answer of each task is right'],
  ['--judge-base-url <url>', 'of the judge, if not the endpoint', env('WAYSCRIBE_JUDGE_BASE_URL')],
  ['--judge-model <name>', 'that judges, if not --model', env('WAYSCRIBE_JUDGE_MODEL')],
  ['--judge-api-key <key>', 'better given by the environment', env('WAYSCRIBE_JUDGE_API_KEY')],
  ['--parallel <count>', 'questions at once', whole(4)],
  ['--retries <count>', 'how often a refused question is asked again', amount(3)],
  ['--timeout <seconds>', 'how long an answer may keep one waiting', amount(120)],
  ['--price-in <amount>', 'price of a million prompt tokens', amount()],
  ['--price-out <amount>', 'price of a million answer tokens', amount()],
  ['--max-cost <amount>', 'ask nothing more once this much is spent', amount()],
  ['--cache <folder>', 'keep answers here, for other runs too (out/answers if not given)'],
  ['--tokenizer <file>', 'a tokenizer.json that cuts prompts exactly'],
  ['--splits <file>', "WebLINX's splits.json; else folders are splits"],
  ['--tasks <path>', 'tasks of MMInA by hand: a folder or file, as of convert --to mmina'],
  ['--out <folder>', 'the run: go on where it was, and write figures and report there'],
  ['--fresh', 'start the run in --out over'],
  ['--compare', 'the two paths are folders of finished runs: hold them side by side'],
];

export const EVALUATE_OPTIONS: readonly Option[] = OPTIONS.map(([flags, description, refine]) => {
  const option = new Option(flags, description);
  return refine ? refine(option) : option;
});

/** The flags made sense of, or what is wrong with them. */
export async function readFlags(given: GivenFlags): Promise<EvaluateFlags | string> {
  const subjects = [
    ...(given.ranker ? [{ kind: given.ranker }] : []),
    ...(given.gold ? [{ kind: 'gold' as const }] : []),
    ...(given.direct ? [{ kind: 'direct' as const }] : []),
    ...(given.endpoint ? [{ kind: 'endpoint' as const }] : []),
    ...(given.predictions === undefined
      ? []
      : [{ kind: 'predictions' as const, file: given.predictions }]),
  ];
  const [of] = subjects;
  if (!of || subjects.length !== 1) {
    return 'say one of --ranker, --direct, --endpoint, --predictions and --gold';
  }
  for (const file of [given.predictions, given.splits, given.tokenizer]) {
    if (file !== undefined && !(await stat(file).catch(() => null))?.isFile()) {
      return `there is no file ${file}`;
    }
  }
  const { maxCost = null, priceIn = 0, priceOut = 0 } = given;
  if (maxCost !== null && priceIn === 0 && priceOut === 0) {
    return '--max-cost needs --price-in and --price-out';
  }
  const endpoint = of.kind === 'endpoint' ? readEndpoint(given) : null;
  if (typeof endpoint === 'string') return endpoint;
  const judge = given.judge ? readJudge(given) : null;
  if (typeof judge === 'string') return judge;
  if (given.tasks !== undefined && given.ranker)
    return '--tasks are for answers, and a ranker gives none';
  const tasks = given.tasks === undefined ? null : await readTasks(given.tasks);
  if (typeof tasks === 'string') return tasks;
  const images = given.images === true;
  if (images && (!endpoint || given.strategy !== 'multimodal'))
    return '--images are for --endpoint with --strategy multimodal';
  const unproven = given.unproven === true;
  if (images && unproven) return '--unproven is for runs that show no pictures';
  const strategy = STRATEGIES[given.strategy];
  return {
    ...{ of, judge, strategy, images, unproven, maxCost, tasks },
    endpoint: endpoint && { ...endpoint, images },
    out: given.out ?? null,
    fresh: given.fresh === true,
    splits: given.splits ?? null,
    tokenizer: given.tokenizer === undefined ? null : await describeTokenizer(given.tokenizer),
    ...{ parallel: given.parallel, retries: given.retries },
    ...(given.cache !== undefined && { cache: given.cache }),
    patienceMs: given.timeout * 1000,
    prices: { prompt: priceIn, completion: priceOut },
  };
}

type EndpointFlags = { [K in 'baseUrl' | 'model' | 'apiKey']?: string | undefined };

/** What is not said of the judge is as for the endpoint; its key only where it is the same endpoint. */
function readJudge(given: GivenFlags): EndpointSettings | string {
  if (given.ranker) return '--judge judges answers, and a ranker gives none';
  const { baseUrl, judgeBaseUrl = baseUrl, judgeModel = given.model } = given;
  const apiKey = given.judgeApiKey ?? (judgeBaseUrl === baseUrl ? given.apiKey : undefined);
  return readEndpoint({ baseUrl: judgeBaseUrl, model: judgeModel, apiKey });
}

function readEndpoint({ baseUrl, model, apiKey }: EndpointFlags): EndpointSettings | string {
  const checked = validateEndpoint({ baseUrl, model, apiKey });
  return checked.ok ? checked.settings : checked.problems.map(({ message }) => message).join(' ');
}

export function readCount(least: number) {
  return (text: string): number => {
    const count = Number(text);
    if (text.trim() !== '' && Number.isInteger(count) && count >= least) return count;
    throw new InvalidArgumentError(`It has to be a whole number from ${least}.`);
  };
}

function readAmount(text: string): number {
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount) && amount >= 0) return amount;
  throw new InvalidArgumentError('It has to be a number from 0.');
}
