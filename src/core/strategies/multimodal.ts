import type { ChatImage, ChatMessage, Prompt } from '../navigator/model/question.ts';
import { NO_FENCE, countKept, fitPrompt, joinLines } from './fit-prompt.ts';
import type { Fence, FlexiblePart, PartTexts } from './fit-prompt.ts';
import { listMarks } from './marks.ts';
import { openOutline } from './outline.ts';
import type { Outline } from './outline.ts';
import { makePassagesPart } from './passages.ts';
import { describeCallForm, HONESTY, offerCalls, ROLE } from './offered-calls.ts';
import type { Scene, Strategy, EndpointTerms } from './strategy.ts';
import {
  makeActionsPart,
  makeUtterancesPart,
  writeAddress,
  addPastsPart,
  makeHopsPart,
  makeToolsPart,
} from './conversation-parts.ts';

/** More marks than that cover the picture. */
const MAX_MARKED = 30;
const SHARES = { page: 0.6, utterances: 0.2, actions: 0.2 };

/**
 * The page as MMInA shows it (paper §4: accessibility tree and screenshot): the best elements with what
 * they stand in, as assistive technology tells it, and the screen with the same names on it. Without a
 * picture the text stands alone, and says so.
 */
export const multimodalStrategy: Strategy = {
  name: 'multimodal',
  version: 2,
  isVerbatim: false,
  async open(scene, terms) {
    const { candidates, tree } = await scene.readElements();
    const shown = candidates.slice(0, scene.live?.shown ?? MAX_MARKED);
    const labels = shown.map((candidate, at) => ({ ...candidate, uid: `e${at + 1}` }));
    const labelled = shown.map((candidate, at) => ({ label: labels[at]?.uid ?? '', candidate }));
    const outline = openOutline(tree, labelled);
    const fit = (image: ChatImage | null, note: string | null): Prompt =>
      fitScene(scene, terms, { of: shown.length, outline, image, note });

    const { takePicture, viewport } = scene;
    let prompt = fit(null, null);
    if (terms.images && takePicture && viewport) {
      const seen = countKept(fit(NO_IMAGE, null), shown.length);
      const picture = await takePicture(listMarks(labelled.slice(0, seen), viewport));
      prompt = picture.ok
        ? fit(picture.image, null)
        : fit(null, `Without a picture of the page, since ${picture.reason}.`);
    }
    const kept = countKept(prompt, shown.length);
    const [choices, targets] = [labels.slice(0, kept), shown.slice(0, kept)];
    return {
      kind: 'decide',
      prompt: { ...prompt, elements: { shown: kept, of: candidates.length } },
      choices,
      targets,
      isNumbered: true,
      hasMore: () => scene.live?.hasMore() ?? false,
      translate: (reply) => reply,
    };
  },
};

/** Takes the room of a picture before there is one. */
const NO_IMAGE: ChatImage = { mediaType: 'image/png', base64: '' };

function fitScene(
  scene: Scene,
  terms: EndpointTerms,
  page: {
    of: number;
    outline: Outline;
    image: ChatImage | null;
    note: string | null;
  },
): Prompt {
  const { of, outline, image, note } = page;
  const fence = scene.live?.fence ?? NO_FENCE;
  const parts: FlexiblePart[] = [
    makeUtterancesPart(scene.history, SHARES.utterances, terms),
    makeActionsPart(scene.history, SHARES.actions, fence),
    { name: 'page', of, share: SHARES.page, write: (kept) => outline.indent(kept) },
    makeHopsPart(scene),
    makeToolsPart(scene),
    makePassagesPart(scene.live?.readPassages() ?? [], fence, outline.texts),
  ];
  const form = `Reply with exactly one call and nothing else, ${describeCallForm('e3')}:`;
  const offered = offerCalls(scene, terms, form);
  const write = (texts: PartTexts) => writeMessages(scene, fence, texts, image, offered.rule);
  const layout = { parts: addPastsPart(parts, scene), write, ...offered.terms, note };
  return fitPrompt(layout, terms);
}

function writeMessages(
  scene: Scene,
  fence: Fence,
  { utterances = '', actions = '', page = '', ...texts }: PartTexts,
  image: ChatImage | null,
  rule: string,
): ChatMessage[] {
  const hasPicture = image !== null;
  const system = [
    ROLE,
    hasPicture
      ? 'In the picture of the screen the elements that fit the request best are outlined and named e1, e2 and so on; they are listed under the same names, in what they stand in.'
      : 'The elements that fit the request best are listed as e1, e2 and so on, in what they stand in on the page.',
    rule,
    'Only use names of the list. Where no listed element will do, scroll, or say what is missing.',
    HONESTY,
    fence.rule,
  ];
  const { viewport } = scene;
  const size = viewport ? ` (viewport ${viewport.width} × ${viewport.height} px)` : '';
  const user = [
    texts.memory ?? '',
    texts.passages ?? '',
    `What the instructor said, oldest first:\n${utterances}`,
    actions && `What was done, and what came of it:\n${actions}`,
    texts.hops ?? '',
    texts.tools ?? '',
    `The page${size} and its elements:\n${fence.around(`${writeAddress(scene)}\n${page === '' ? '(none)' : page}`)}`,
    'What is the next action?',
  ];
  const images = image ? { images: [image] } : {};
  return [
    { role: 'system', content: joinLines(system) },
    { role: 'user', content: joinLines(user), ...images },
  ];
}
