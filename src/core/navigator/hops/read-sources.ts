import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import { listHidden } from '../../ranking/hidden.ts';
import { indexPage } from '../../ranking/page-index.ts';
import { readText } from '../../ranking/visible-text.ts';
import { parsePage } from '../../snapshot/parse.ts';
import { walkElements } from '../../snapshot/find.ts';
import type { ElementNode } from '../../snapshot/node.ts';
import { isEditingHost } from '../../snapshot/page-element.ts';
import type { Observation } from '../observation.ts';
import { readHost } from '../rules/host.ts';
import type { Source } from './evidence.ts';

/** Of a document, in UTF-16 units: more is not looked through. */
const LONGEST = 400_000;

/**
 * What a page shows: its address, its title and what a person sees in each of its documents, each with
 * its own host. What fields hold is not among it: it may be no more than what the navigator typed.
 */
export function readPageSources({ url, title, page, candidates, unseen }: Observation): Source[] {
  const host = readHost(url);
  const address: Source = { from: 'address', text: url, host };
  const named: Source = { from: 'page', text: title, host };
  if (!page) {
    const text = candidates.map(({ fields }) => `${fields.name} ${fields.text} ${fields.context}`);
    return [address, named, { from: 'page', text: text.join(' ¦ '), host }];
  }
  const root = parsePage(page);
  const index = indexPage([root]);
  const { uids } = listHidden(root, page.frames[0]?.scroll ?? { x: 0, y: 0 }, unseen);
  const tops = [root, ...[...walkElements(root)].flatMap(({ content }) => content ?? [])];
  const documents = tops.map((top): Source => {
    const frame = page.frames.find(({ frameId }) => frameId === top.frameId);
    const isLeftOut = (node: ElementNode): boolean =>
      isEditingHost(node) || (node.uid !== null && uids.has(node.uid));
    const text = readText(top, index, LONGEST, isLeftOut);
    return { from: 'page', text, host: readHost(frame?.url ?? '') || host };
  });
  return [address, named, ...documents];
}

/** An action that was done on the page at `url`, and what came of it. */
export interface Happened {
  action: PageAction | TabAction;
  receipt: Receipt;
  /** In words. */
  outcome: string;
  url: string;
}

/** What an action verifiably brought about on a page, or led to. */
export function readReceiptSources({ action, receipt, outcome, url }: Happened): Source[] {
  const { changes } = receipt;
  const host = readHost(url);
  const own = action.intent === 'textInput' ? action.text : undefined;
  const told = changes.flatMap((change): Source[] => {
    if (change.kind === 'appeared') return [{ from: 'receipt', text: change.text, host }];
    if (change.kind !== 'url') return [];
    return [{ from: 'address', text: change.to, host: readHost(change.to) }];
  });
  return [...told, { from: 'receipt', text: outcome, host, ...(own !== undefined && { own }) }];
}
