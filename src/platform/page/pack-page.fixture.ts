import type { FixtureStep } from '../../core/formats/content.fixture.ts';
import { makeContent } from '../../core/formats/content.fixture.ts';
import { listPageFiles } from '../../core/formats/page/list.ts';
import { hashBytes } from '../hash.ts';
import { toStream } from '../to-stream.ts';
import { packPage } from './pack-page.ts';

/** Writes the time-travel page of a demonstration of these steps. */
export async function writePage(steps: readonly FixtureStep[]): Promise<Blob> {
  const content = makeContent(steps);
  // Contents of real demonstrations have hashes.
  const hashes = new Map<string, string>();
  const hash = async (key: string) => {
    const made = await hashBytes(new TextEncoder().encode(key));
    hashes.set(made, key);
    return made;
  };
  for (const turn of content.turns) {
    if (turn.kind === 'say') continue;
    for (const frame of turn.snapshot?.frames ?? []) {
      frame.html = await hash(frame.html);
      frame.boxes = await hash(frame.boxes);
    }
  }
  const read = (key: string) => content.read(hashes.get(key) ?? key);
  const file = packPage(listPageFiles({ ...content, read }));
  return new Response(toStream(file.read()), { headers: { 'content-type': 'text/html' } }).blob();
}
