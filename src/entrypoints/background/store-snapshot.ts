import { encodeBoxes, encodeHtml } from '../../core/demonstration/content.ts';
import type { StoredFrame, StoredSnapshot } from '../../core/demonstration/demonstration.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';
import type { Content } from '../../platform/store/write.ts';
import { makeContent } from '../../platform/store/write.ts';

/** Splits a page into its stored form and the content that form names. */
export async function splitSnapshot(
  page: PageSnapshot,
  exact: boolean,
): Promise<{ snapshot: StoredSnapshot; contents: Content[] }> {
  const contents: Content[] = [];
  const frames: StoredFrame[] = [];
  for (const { html, boxes, ...frame } of page.frames) {
    const htmlContent = await makeContent(encodeHtml(html));
    const boxesContent = await makeContent(encodeBoxes(boxes));
    contents.push(htmlContent, boxesContent);
    frames.push({ ...frame, html: htmlContent.hash, boxes: boxesContent.hash });
  }
  const { devicePixelRatio, takenAt } = page;
  return { snapshot: { frames, devicePixelRatio, takenAt, exact }, contents };
}
