import type { ReplayPage } from '../../formats/dmr/replay.ts';
import { listElements } from '../../formats/libxml2/node.ts';
import { readPageTree } from '../../formats/libxml2/read-page.ts';
import { UID_ATTRIBUTE } from '../../snapshot/snapshot.ts';
import type { EvaluatedPage } from './resolve-element.ts';
import { listHits } from './resolve-element.ts';

/** A page's boxes and uids, read once per turn; the uids are those that libxml2 finds in the page. */
export function readEvaluatedPage({ html, boxes }: ReplayPage): EvaluatedPage {
  const uids = new Set<string>();
  const root = readPageTree(html);
  for (const node of root === null ? [] : listElements(root)) {
    const uid = node.attributes.get(UID_ATTRIBUTE) ?? null;
    if (uid !== null) uids.add(uid);
  }
  return makeEvaluatedPage(boxes, uids);
}

/** For callers that know the page's uids already. */
export function makeEvaluatedPage(
  boxes: EvaluatedPage['boxes'],
  uids: ReadonlySet<string>,
): EvaluatedPage {
  return { boxes, uids, hits: listHits(boxes) };
}
