import type { StrategyName } from '../navigator/strategy-name.ts';
import { mindactStrategy } from './mindact.ts';
import { multimodalStrategy } from './multimodal.ts';
import type { Strategy } from './strategy.ts';
import { weblinxStrategy } from './weblinx.ts';

/** The ways to bring a model to an action, by name. */
export const STRATEGIES: Readonly<Record<StrategyName, Strategy>> = {
  weblinx: weblinxStrategy,
  mindact: mindactStrategy,
  multimodal: multimodalStrategy,
};
