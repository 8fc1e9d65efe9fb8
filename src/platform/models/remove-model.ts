import { removeOtherModels, removeParts } from './model-files.ts';
import { forgetModelFacts, writeInstalled, writeTag, writeWanted } from './model-state.ts';
import { namePart } from './name-part.ts';
import { clearVectors } from './vector-store.ts';

/** Removes the model in use with its files and all that was remembered of it. */
export async function removeModel(): Promise<void> {
  await writeInstalled(null);
  await removeOtherModels(null);
  await forgetModelFacts();
  await clearVectors();
}

/** Throws away what an unfinished download left. */
export async function discardDownload(id: string): Promise<void> {
  await writeWanted(null);
  await writeTag(namePart(id, 'weights'), null);
  await writeTag(namePart(id, 'vocabulary'), null);
  await removeParts(null);
}
