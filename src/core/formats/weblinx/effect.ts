import type { ReadContent } from '../../demonstration/content.ts';
import type { Hash } from '../../demonstration/demonstration.ts';
import type { Extra } from '../../demonstration/extras.ts';
import type { ExportFile } from '../export-file.ts';
import { nameAccessible, nameEffect, nameMhtml } from './names.ts';
import type { Event } from './turn.ts';

/** The file of the page after an event, which it marks as there; nothing when it is not kept. */
export async function* listEffect(event: Event, read: ReadContent): AsyncGenerator<ExportFile> {
  const shot = event.turn.effect?.screenshot;
  const image = shot?.status === 'kept' ? await read(shot.image) : null;
  if (image === null) return;
  event.hasEffect = true;
  yield { path: `screenshots/${nameEffect(event.n)}`, compress: false, read: () => [image] };
}

/** The state before an event in further forms, in folders that the public library does not look at. */
export async function* listExtras(
  { turn, n }: Event,
  read: ReadContent,
): AsyncGenerator<ExportFile> {
  const { mhtml, accessible } = turn.extras ?? {};
  yield* listExtra(`mhtml/${nameMhtml(n)}`, mhtml, read);
  yield* listExtra(`accessible/${nameAccessible(n)}`, accessible, read);
}

async function* listExtra(
  path: string,
  extra: Extra | undefined,
  read: ReadContent,
): AsyncGenerator<ExportFile> {
  const file: Hash | null = extra?.status === 'kept' ? extra.file : null;
  const bytes = file === null ? null : await read(file);
  if (bytes !== null) yield { path, compress: true, read: () => [bytes] };
}
