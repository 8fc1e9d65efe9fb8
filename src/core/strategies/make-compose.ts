import { approximateTokenizer } from '../formats/otr/approximate-tokenizer.ts';
import type { EndpointSettings } from '../navigator/endpoint/endpoint-settings.ts';
import type { Compose } from '../navigator/question.ts';
import { openLiveScene } from './live-scene.ts';
import type { Mark, Picture } from './scene.ts';
import { STRATEGIES } from './strategies.ts';
import { budgetOf } from './strategy.ts';

/** How a round asks this endpoint's model. `takePicture` gives the tab's screen with marks on it. */
export function makeCompose(
  settings: Pick<EndpointSettings, 'strategy' | 'contextTokens' | 'images' | 'tools'>,
  takePicture?: (marks: readonly Mark[], signal: AbortSignal) => Promise<Picture>,
): Compose {
  const { strategy, contextTokens, images, tools } = settings;
  return (seen, signal) => {
    const take = takePicture && ((marks: readonly Mark[]) => takePicture(marks, signal));
    const budget = Math.min(budgetOf(contextTokens), seen.limit ?? Infinity);
    const terms = { budget, tokenizer: approximateTokenizer, images, tools };
    return STRATEGIES[strategy].open(openLiveScene(seen, take), terms);
  };
}
