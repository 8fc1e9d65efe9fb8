import { approximateTokenizer } from '../formats/otr/tokenizer.ts';
import type { EndpointSettings, StrategyName } from '../navigator/model/endpoint-settings.ts';
import type { Compose } from '../navigator/model/question.ts';
import type { ReplyForm } from '../navigator/model/tool-schema.ts';
import { openLiveScene } from './live-scene.ts';
import { mindactStrategy } from './mindact.ts';
import { multimodalStrategy } from './multimodal.ts';
import type { Mark, Picture, Strategy } from './strategy.ts';
import { budgetOf } from './strategy.ts';
import { weblinxStrategy } from './weblinx.ts';

/** The ways to bring a model to an action, by name. */
export const STRATEGIES: Readonly<Record<StrategyName, Strategy>> = {
  weblinx: weblinxStrategy,
  mindact: mindactStrategy,
  multimodal: multimodalStrategy,
};

interface ComposeMeans {
  /** The best form that the model hasn't refused; read before each question. */
  findForm?: () => ReplyForm;
  /** Gives the tab's screen with marks on it. */
  takePicture?: (marks: readonly Mark[], signal: AbortSignal) => Promise<Picture>;
}

/** How a run asks this endpoint's model. */
export function createCompose(
  settings: Pick<EndpointSettings, 'strategy' | 'contextTokens' | 'images' | 'tools'>,
  { findForm = () => 'tools', takePicture }: ComposeMeans = {},
): Compose {
  const { strategy, contextTokens, images, tools } = settings;
  return (seen, signal) => {
    const take = takePicture && ((marks: readonly Mark[]) => takePicture(marks, signal));
    const budget = Math.min(budgetOf(contextTokens), seen.limit ?? Infinity);
    const form = tools ? findForm() : 'text';
    const terms = { budget, tokenizer: approximateTokenizer, images, form };
    return STRATEGIES[strategy].open(openLiveScene(seen, take), terms);
  };
}
