import { Option } from 'commander';
import type { StrategyName } from '../../../core/navigator/model/endpoint-settings.ts';
import { STRATEGY_NAMES } from '../../../core/navigator/model/endpoint-settings.ts';
import { readCount } from '../evaluate/flags.ts';

/** As the command line gives them. */
export interface GivenBench {
  out: string;
  seeds: number;
  only?: string;
  extension: string;
  show?: true;
  parallel: number;
  model?: string;
  baseUrl?: string;
  apiKey?: string;
  strategy: StrategyName;
  priceIn?: string;
  priceOut?: string;
  agent?: string;
  fresh?: true;
}

export const BENCH_OPTIONS: readonly Option[] = [
  new Option('--out <folder>', 'the run: continues where it stopped').makeOptionMandatory(),
  new Option('--seeds <count>', 'runs of every task').argParser(readCount(1)).default(1),
  new Option('--only <pattern>', 'only tasks whose suite and name match'),
  new Option('--extension <folder>', 'the built extension').default('dist'),
  new Option('--show', 'show the browser'),
  new Option('--parallel <count>', 'browsers at a time').argParser(readCount(1)).default(1),
  new Option('--model <name>', 'a model at an endpoint; without it, the built-in navigator'),
  new Option('--base-url <url>', 'of the endpoint').env('WAYSCRIBE_BASE_URL'),
  new Option('--api-key <key>', 'better given by the environment').env('WAYSCRIBE_API_KEY'),
  new Option('--strategy <name>', 'how the model is asked')
    .choices(STRATEGY_NAMES)
    .default('weblinx'),
  new Option('--price-in <amount>', 'price of a million prompt tokens'),
  new Option('--price-out <amount>', 'price of a million answer tokens'),
  new Option('--agent <command>', 'an agent that uses wayscribe mcp (docs/bench.md)'),
  new Option('--fresh', 'start the run in --out over'),
];
